import { type Forgery, startIdTokenProvider } from '@duo/platform/testing/servers/id-token-provider.ts'
import { testBrowser } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const provider = await startIdTokenProvider()
const app = await testApp(provider.settings)
afterAll(async () => {
  await app.close()
  await provider.close()
})

/** Returns from the provider with a code whose ID token contains this forgery. */
async function signIn(forgery: Forgery) {
  const browser = testBrowser(app.url)
  const { body } = await browser.auth('sign-in/social', {
    provider: 'google',
    callbackURL: '/marketplace',
    errorCallbackURL: '/auth',
  })
  const { searchParams } = new URL(String(body?.url))
  provider.answerWith(searchParams.get('nonce') ?? '', forgery)
  const back = new URLSearchParams({ code: 'any', state: searchParams.get('state') ?? '' })
  const response = await browser.request(`/api/auth/callback/google?${back}`, { headers: { 'sec-fetch-site': 'cross-site' } })
  return { to: response.headers.get('location'), session: (await browser.call('auth.session')).data }
}

const now = () => Math.floor(Date.now() / 1000)

test.each<[string, Forgery]>([
  ['another key’s signature', { signature: 'another key' }],
  [
    'another key’s signature and that key in the header',
    { signature: 'another key', header: { jwk: provider.foreignKey, kid: 'other' } },
  ],
  ['no signature', { signature: 'none' }],
  ['another client as its audience', { claims: { aud: 'another-app' } }],
  ['another issuer', { claims: { iss: 'https://accounts.evil.example' } }],
  ['a past expiry', { claims: { exp: now() - 600, iat: now() - 900 } }],
  ['the nonce of another request', { claims: { nonce: 'x'.repeat(32) } }],
])('an ID token with %s signs no one in and creates no account', async (_what, forgery) => {
  const { to, session } = await signIn(forgery)
  expect(to).toMatch(/^\/auth\?error=/)
  expect(session).toBeNull()
  expect(await app.db.selectFrom('auth_user').select('id').execute()).toEqual([])
})

test('a valid ID token signs in', async () => {
  const { to, session } = await signIn({})
  expect(to).toBe('/marketplace')
  expect(session).toMatchObject({ user: { email: 'person@example.com' } })
})
