import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** Attacker-controlled changes of an ID token. */
export interface Forgery {
  claims?: JWTPayload
  header?: Record<string, unknown>
  signature?: 'right' | 'another key' | 'none'
}

/** OpenID provider that returns the ID token set by the test. For accounts and pages see openid-provider.ts. */
export async function startIdTokenProvider() {
  const clientId = 'duo-test'
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }
  const state = { nonce: '', forgery: {} as Forgery }
  const server = createServer(async (req, res) => {
    const json = (body: unknown) => res.setHeader('Content-Type', 'application/json').end(JSON.stringify(body))
    if (req.url === '/jwks') return json({ keys: [jwk] })
    if (req.url === '/token')
      return json({ access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: await idToken() })
    if (req.url === '/me') return json({ sub: 'person', email: 'person@example.com', email_verified: true, name: 'Ana' })
    return json({
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      userinfo_endpoint: `${url}/me`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function idToken(): Promise<string> {
    const { claims, header, signature = 'right' } = state.forgery
    const now = Math.floor(Date.now() / 1000)
    const payload = {
      ...{ iss: url, aud: clientId, sub: 'person', iat: now, exp: now + 300, nonce: state.nonce },
      ...{ email: 'person@example.com', email_verified: true, name: 'Ana Souza' },
      ...claims,
    }
    if (signature === 'none') {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
      return `${part({ alg: 'none', ...header })}.${part(payload)}.`
    }
    const key = signature === 'right' ? own.privateKey : other.privateKey
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'own', ...header }).sign(key)
  }

  return {
    settings: {
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: 'a secret of the client',
      GOOGLE_DISCOVERY_URL: `${url}/.well-known/openid-configuration`,
    },
    answerWith: (nonce: string, forgery: Forgery) => Object.assign(state, { nonce, forgery }),
    /** An unknown public key, for forged token headers. */
    foreignKey: await exportJWK(other.publicKey),
    close: () => new Promise((done) => server.close(done)),
  }
}
