import { expect, onTestFinished, test } from 'vitest'
import { startOpenIdProvider } from './openid-provider.ts'

async function startProvider(options: Parameters<typeof startOpenIdProvider>[0]) {
  const provider = await startOpenIdProvider(options)
  onTestFinished(provider.close)
  // like a proxy that forwards the bare request
  const ask = (path: string) => fetch(`http://127.0.0.1:${provider.port}${path}`, { redirect: 'manual' })
  const authorize = (redirect: string) =>
    ask(
      `/auth?${new URLSearchParams({
        client_id: provider.settings.GOOGLE_CLIENT_ID,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: redirect,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      })}`,
    )
  return { provider, ask, authorize }
}

test('behind a TLS proxy, all its URLs are public and its cookies are secure', async () => {
  const { provider, ask, authorize } = await startProvider({ publicUrl: 'https://id.example', appUrl: 'https://duo.example' })
  expect(provider.settings.GOOGLE_DISCOVERY_URL).toBe('https://id.example/.well-known/openid-configuration')
  const { issuer, ...named } = (await (await ask('/.well-known/openid-configuration')).json()) as Record<string, string>
  expect(issuer).toBe('https://id.example')
  for (const endpoint of ['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])
    expect(named[endpoint]).toMatch(/^https:\/\/id\.example\//)
  const response = await authorize('https://duo.example/api/auth/callback/google')
  expect([response.status, response.headers.get('location')]).toEqual([303, expect.stringMatching(/^\/who\//)])
  expect(response.headers.getSetCookie().every((cookie) => /; secure/i.test(cookie))).toBe(true)
})

test('redirects only to this machine and to the app’s public URL', async () => {
  const { authorize } = await startProvider({ appUrl: 'https://duo.example' })
  const statuses = async (...addresses: string[]) =>
    Promise.all(addresses.map(async (address) => (await authorize(`${address}/api/auth/callback/google`)).status))
  expect(await statuses('https://duo.example', 'http://localhost:3000', 'http://127.0.0.1:4000')).toEqual([303, 303, 303])
  expect(await statuses('https://evil.example', 'http://duo.example', 'https://duo.example:8443')).toEqual([400, 400, 400])
  const { authorize: atHome } = await startProvider({})
  expect((await atHome('https://duo.example/api/auth/callback/google')).status).toBe(400)
})
