import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Provider, { type AccountClaims, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { html } from '../../server/html/html.ts'

const client = { id: 'duo-local', secret: 'only-this-machine-knows-it' }

interface ProviderOptions {
  port?: number
  publicUrl?: string | undefined
  /** The app's PUBLIC_URL, allowed for redirects in addition to local ones. */
  appUrl?: string | undefined
}

/** The real code flow with PKCE and signed ID tokens, but a page asks for a user instead of a password. Stores nothing. */
export async function startOpenIdProvider({ port = 0, publicUrl, appUrl }: ProviderOptions = {}) {
  let answer = (_req: IncomingMessage, res: ServerResponse): void => void res.writeHead(503).end()
  const server = createServer((req, res) => answer(req, res))
  await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  const { port: taken } = server.address() as AddressInfo
  const issuer = publicUrl ?? `http://localhost:${taken}`
  const people = new Map<string, AccountClaims>()
  const provider = providerAt(issuer, people, appUrl)
  provider.proxy = publicUrl !== undefined
  const callback = provider.callback()
  answer = (req, res) => {
    if (publicUrl) {
      const { protocol, host } = new URL(publicUrl)
      Object.assign(req.headers, { 'x-forwarded-proto': protocol.slice(0, -1), 'x-forwarded-host': host })
    }
    // drop the session: every sign-in asks again
    req.headers.cookie = req.headers.cookie?.replace(/\b_provider(?:\.sig)?=[^;]*;?/g, '')
    const isQuestion = req.url?.startsWith('/who/')
    if (isQuestion) ask(provider, people, { req, res }).catch((error: Error) => res.writeHead(400).end(error.message))
    else callback(req, res)
  }
  return {
    url: issuer,
    port: taken,
    settings: {
      GOOGLE_CLIENT_ID: client.id,
      GOOGLE_CLIENT_SECRET: client.secret,
      GOOGLE_DISCOVERY_URL: `${issuer}/.well-known/openid-configuration`,
    },
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

function providerAt(issuer: string, people: Map<string, AccountClaims>, appUrl: string | undefined): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // Google supports `prompt=select_account`, so this provider must as well
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [`${issuer}/anywhere-on-this-machine`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'local' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      names: { session: '_provider', interaction: '_provider_question' },
    },
    pkce: { required: () => true },
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    ttl: { AccessToken: 600, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Grant: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_ctx, { uid }) => `/who/${uid}` },
    findAccount: (_ctx, accountId) => {
      const claims = people.get(accountId)
      return claims && { accountId, claims: () => claims }
    },
    loadExistingGrant,
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${error_description}`
    },
  })
  const isOfApp = (address: string) => appUrl !== undefined && new URL(address).origin === new URL(appUrl).origin
  Object.defineProperty(provider.Client.prototype, 'redirectUriAllowed', {
    value: (address: string) => URL.canParse(address) && (isLocal(address) || isOfApp(address)),
  })
  return provider
}

const isLocal = (address: string) => ['localhost', '127.0.0.1'].includes(new URL(address).hostname)

async function loadExistingGrant({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function ask(
  provider: Provider,
  people: Map<string, AccountClaims>,
  { req, res }: { req: IncomingMessage; res: ServerResponse },
) {
  await provider.interactionDetails(req, res)
  if (req.method !== 'POST') return void res.setHeader('Content-Type', 'text/html; charset=utf-8').end(page)
  const form = new URLSearchParams(await text(req))
  if (form.has('deny')) {
    const refusal = { error: 'access_denied', error_description: 'The person said no' }
    return provider.interactionFinished(req, res, refusal, { mergeWithLastSubmission: false })
  }
  const email = form.get('email')?.trim() ?? ''
  const sub = form.get('sub')?.trim() || email || 'somebody'
  const address = email ? { email, email_verified: form.has('confirmed') } : {}
  people.set(sub, { sub, name: form.get('name')?.trim() || undefined, picture: 'https://pictures.example/x.png', ...address })
  const result = { select_account: {}, login: { accountId: sub, remember: false } }
  return provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
}

const page =
  html`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Local sign-in</title><link rel="icon" href="data:,">
<body style="font: 1rem/1.5 system-ui; max-width: 26rem; margin: 3rem auto; padding: 0 1rem">
<h1>Who do you want to be?</h1>
<p>This provider belongs to your own machine and believes everything.</p>
<form method="post">
<p><label>Name<br><input name="name" value="Ana Souza"></label></p>
<p><label>E-mail (empty: none is given)<br><input name="email" autofocus></label></p>
<p><label>Account (empty: the e-mail)<br><input name="sub"></label></p>
<p><label><input type="checkbox" name="confirmed" checked> The e-mail is confirmed</label></p>
<p><button>Continue</button> <button name="deny" value="1">Cancel</button></p>
</form></body></html>`.markup
