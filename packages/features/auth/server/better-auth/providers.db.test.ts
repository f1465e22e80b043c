import { makeSignup } from '@duo/db/factories.ts'
import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { createConfirmedAccount, newAddress, password, signUp, testBrowser } from '@duo/server/testing/accounts.ts'
import { consentAtProvider, openCallback, type Person, startSignIn } from '@duo/server/testing/provider-journey.ts'
import { enrolCodes } from '@duo/server/testing/second-factors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'

const google = await startOpenIdProvider()
const app = await testApp(google.settings)
const inbox = await app.mails()
afterAll(async () => {
  await app.close()
  await google.close()
})

type Browser = ReturnType<typeof testBrowser>

async function signIn(
  browser: Browser,
  person: Person,
  path?: string,
  urls?: { callbackURL?: string; errorCallbackURL?: string },
) {
  return openCallback(browser, await consentAtProvider(browser, await startSignIn(browser, path, urls), person))
}

const getSessionUser = async (browser: Browser) =>
  ((await browser.call('auth.session')).data as { user: { email: string } } | null)?.user

test('the flow sends PKCE, a state and a nonce', async () => {
  const { searchParams, origin } = await startSignIn(testBrowser(app.url))
  expect(origin).toBe(google.url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^.{32}$/),
    nonce: expect.stringMatching(/^.{32}$/),
    redirect_uri: `${app.url}/api/auth/callback/google`,
    scope: 'openid email profile',
    prompt: 'select_account',
  })
})

describe('a new user', () => {
  test('gets a confirmed account and a welcome mail; a second sign-in reuses the account, and no provider token is stored', async () => {
    const email = newAddress()
    const browser = testBrowser(app.url)
    expect(await signIn(browser, { email, name: 'Ana 👩‍💻', sub: `sub-${email}` })).toBe('/marketplace')
    expect(browser.cookies.has('duo.session_token')).toBe(true)
    expect(await getSessionUser(browser)).toMatchObject({
      email,
      user_metadata: { full_name: 'Ana 👩‍💻' },
      email_confirmed_at: expect.any(String),
    })
    expect((await inbox.next(email)).subject).toBe('Welcome to Duo')
    expect(await browser.call('auth.account')).toMatchObject({ data: { hasPassword: false, providers: [{ id: 'google' }] } })
    const again = testBrowser(app.url)
    await signIn(again, { email: newAddress(), sub: `sub-${email}` })
    expect(await getSessionUser(again)).toMatchObject({ email })
    const stored = await app.db.selectFrom('auth_account').where('account_id', '=', `sub-${email}`).selectAll().execute()
    expect(stored).toEqual([
      expect.objectContaining({ access_token: null, refresh_token: null, id_token: null, scope: null, password: null }),
    ])
    expect(await app.db.selectFrom('auth_user').where('email', '=', email).select('image').execute()).toEqual([{ image: null }])
  })

  test('takes over the waitlist entry of the verified address', async () => {
    const entry = await makeSignup(app.db, { email: newAddress() })
    const browser = testBrowser(app.url)
    await signIn(browser, { email: entry.email })
    expect(await browser.call('waitlist.mine')).toMatchObject({
      data: { email: entry.email, confirmed: true, proven: true, referral_code: entry.referral_code },
    })
  })

  test('without a name is named after the local part of the e-mail address', async () => {
    const email = newAddress()
    const browser = testBrowser(app.url)
    await signIn(browser, { email, name: '' })
    expect(await getSessionUser(browser)).toMatchObject({ user_metadata: { full_name: email.split('@')[0] } })
  })

  test('returns to the page that started the sign-in, in its language', async () => {
    const browser = testBrowser(app.url)
    const urls = { callbackURL: '/pt/marketplace?ask=1', errorCallbackURL: '/pt/auth' }
    expect(await signIn(browser, { email: newAddress() }, undefined, urls)).toBe('/pt/marketplace?ask=1')
  })
})

describe('a sign-in is rejected and creates no account', () => {
  test.each<[string, Person, RegExp]>([
    ['who denies access', { deny: true }, /^\/auth\?error=access_denied&/],
    ['who shares no e-mail', { sub: 'without-address' }, /\/auth\?error=(?:email_not_found|unable_to_get_user_info)$/],
    ['with an unverified e-mail', { email: newAddress(), confirmed: false }, /\/auth\?error=email_not_confirmed/],
  ])('for a user %s', async (_case, person, expected) => {
    const browser = testBrowser(app.url)
    expect(await signIn(browser, person)).toMatch(expected)
    expect(await getSessionUser(browser)).toBeUndefined()
    if (person.email)
      expect(await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').execute()).toEqual([])
  })

  const alterations: [string, (address: URL) => void, RegExp][] = [
    ['another nonce', ({ searchParams }) => searchParams.set('nonce', 'x'.repeat(32)), /error=unable_to_get_user_info/],
    ['another code challenge', ({ searchParams }) => searchParams.set('code_challenge', 'x'.repeat(43)), /error=invalid_code/],
    ['another state', ({ searchParams }) => searchParams.set('state', 'x'.repeat(32)), /\/auth\?error=(?:state|please)/],
  ]
  test.each(alterations)('with %s', async (_case, alter, expected) => {
    const browser = testBrowser(app.url)
    const address = await startSignIn(browser)
    alter(address)
    const email = newAddress()
    expect(await openCallback(browser, await consentAtProvider(browser, address, { email }))).toMatch(expected)
    expect(await getSessionUser(browser)).toBeUndefined()
    expect(await app.db.selectFrom('auth_user').where('email', '=', email).select('id').execute()).toEqual([])
  })

  test('with the callback of another browser’s sign-in (login CSRF)', async () => {
    const [attacker, victim] = [testBrowser(app.url), testBrowser(app.url)]
    const back = await consentAtProvider(attacker, await startSignIn(attacker), { email: newAddress() })
    expect(await openCallback(victim, back)).toMatch(/\/auth\?error=state_mismatch/)
    expect(await getSessionUser(victim)).toBeUndefined()
  })

  test('with the authorization code of another attempt', async () => {
    const browser = testBrowser(app.url)
    const other = await consentAtProvider(testBrowser(app.url), await startSignIn(testBrowser(app.url)), { email: newAddress() })
    const own = await consentAtProvider(browser, await startSignIn(browser), { email: newAddress() })
    own.searchParams.set('code', other.searchParams.get('code') ?? '')
    expect(await openCallback(browser, own)).toMatch(/error=invalid_code/)
    expect(await getSessionUser(browser)).toBeUndefined()
  })

  test('with a repeated or an empty callback', async () => {
    const browser = testBrowser(app.url)
    const back = await consentAtProvider(browser, await startSignIn(browser), { email: newAddress() })
    await openCallback(browser, back)
    const again = testBrowser(app.url)
    for (const [name, value] of browser.cookies) if (name !== 'duo.session_token') again.cookies.set(name, value)
    expect(await openCallback(again, back)).toMatch(/error=(?:state|please)/)
    expect(await openCallback(again, new URL('/api/auth/callback/google', app.url))).toMatch(/\/auth\?error=state_not_found/)
    expect(await getSessionUser(again)).toBeUndefined()
  })
})

describe('an account with the same address', () => {
  test('is linked when both sides have verified the address', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const browser = testBrowser(app.url)
    expect(await signIn(browser, { email: person.email.toUpperCase() })).toBe('/marketplace')
    expect(await browser.call('auth.account')).toMatchObject({ data: { hasPassword: true, providers: [{ id: 'google' }] } })
    expect(await getSessionUser(browser)).toMatchObject({ email: person.email, user_metadata: { full_name: 'Ana Souza' } })
  })

  test('is not linked while its own address is unverified, because anyone can sign up with it (CVE-2026-53516)', async () => {
    const { person } = await signUp(app)
    const browser = testBrowser(app.url)
    expect(await signIn(browser, { email: person.email })).toMatch(/\/auth\?error=account_not_linked/)
    expect(await getSessionUser(browser)).toBeUndefined()
    const ways = app.db.selectFrom('auth_account').innerJoin('auth_user', 'auth_user.id', 'auth_account.user_id')
    expect(await ways.where('email', '=', person.email).select('provider_id').execute()).toEqual([{ provider_id: 'credential' }])
  })

  test('is not linked when the provider has not verified the address', async () => {
    const { person } = await createConfirmedAccount(app, inbox)
    const browser = testBrowser(app.url)
    expect(await signIn(browser, { email: person.email, sub: 'thief', confirmed: false })).toMatch(/error=account_not_linked/)
    expect(await getSessionUser(browser)).toBeUndefined()
  })
})

describe('linking from the account page', () => {
  const link = (browser: Browser, person: Person) =>
    signIn(browser, person, 'link-social', { callbackURL: '/account', errorCallbackURL: '/account' })

  test('adds a provider, which can be unlinked unless it is the last way to sign in', async () => {
    const { browser, person } = await createConfirmedAccount(app, inbox)
    expect(await link(browser, { email: person.email })).toBe('/account')
    expect(await browser.call('auth.account')).toMatchObject({ data: { providers: [{ id: 'google' }] } })
    expect(await browser.call('auth.unlinkProvider', { provider: 'google' })).toMatchObject({ data: { error: null } })
    expect(await browser.call('auth.unlinkProvider', { provider: 'google' })).toMatchObject({ status: 404 })
    const social = testBrowser(app.url)
    await signIn(social, { email: newAddress() })
    expect(await social.call('auth.unlinkProvider', { provider: 'google' })).toMatchObject({ data: { error: 'last_way_in' } })
  })

  test('is refused for another address or another user’s provider account', async () => {
    const { browser } = await createConfirmedAccount(app, inbox)
    expect(await link(browser, { email: newAddress() })).toMatch(/\/account\?error=email_does_not_match/)
    const email = newAddress()
    await signIn(testBrowser(app.url), { email, sub: 'taken' })
    expect(await link(browser, { email, sub: 'taken' })).toMatch(
      /\/account\?error=(?:account_already_linked_to_different_user|email_does_not_match)/,
    )
    expect(await browser.call('auth.account')).toMatchObject({ data: { providers: [] } })
  })

  test.each<[string, (owner: Browser) => Promise<unknown>]>([
    ['the first factor', (owner) => enrolCodes(owner)],
    [
      'a new password',
      (owner) => owner.call('auth.changePassword', { currentPassword: password, newPassword: 'another-password-7' }),
    ],
  ])('cannot be finished after %s when it was begun before', async (_, secure) => {
    const { browser: owner, person } = await createConfirmedAccount(app, inbox)
    const intruder = testBrowser(app.url)
    await intruder.auth('sign-in/email', { email: person.email, password })
    const callback = await consentAtProvider(intruder, await startSignIn(intruder, 'link-social'), { email: person.email })
    await secure(owner)
    expect(await openCallback(intruder, callback)).toMatch(/error=/)
    expect(await owner.call('auth.account')).toMatchObject({ data: { providers: [] } })
  })

  test('requires a signed-in user', async () => {
    const answer = await testBrowser(app.url).auth('link-social', { provider: 'google', callbackURL: '/account' })
    expect(answer.status).toBe(401)
  })
})

test('an account without a password can be deleted or change its e-mail only after a recent sign-in', async () => {
  const email = newAddress()
  const browser = testBrowser(app.url)
  await signIn(browser, { email })
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await app.db
    .updateTable('auth_session')
    .set({ created_at: longAgo } as object)
    .where('user_id', 'in', app.db.selectFrom('auth_user').where('email', '=', email).select('id'))
    .execute()
  expect(await browser.call('auth.erase', { password: null })).toMatchObject({ data: { error: 'sign_in_again' } })
  expect(await browser.call('auth.changeEmail', { email: newAddress(), password: null })).toMatchObject({
    data: { error: 'sign_in_again' },
  })
  await signIn(browser, { email })
  expect(await browser.call('auth.erase', { password: null })).toMatchObject({ data: { error: null } })
  expect(await app.db.selectFrom('auth_user').where('email', '=', email).select('id').execute()).toEqual([])
})

test('a user with a password can also sign in through the provider, and the password still works', async () => {
  const { person } = await createConfirmedAccount(app, inbox)
  await signIn(testBrowser(app.url), { email: person.email })
  expect(await testBrowser(app.url).auth('sign-in/email', { email: person.email, password })).toMatchObject({ status: 200 })
})

test('a rate-limited provider callback redirects to the page that started it, else to sign-in in the browser’s language', async () => {
  const browser = testBrowser(app.url)
  const back = await consentAtProvider(browser, await startSignIn(browser), { email: newAddress() })
  vi.spyOn(app.appContext, 'rateLimit').mockResolvedValueOnce(5)
  const response = await browser.request(back.href, { headers: { 'accept-language': 'pt-BR' } })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/auth?error=too_many_requests'])
  const unknown = new URL('/api/auth/callback/google?state=unknown&code=x', app.url)
  vi.spyOn(app.appContext, 'rateLimit').mockResolvedValueOnce(5)
  const refused = await browser.request(unknown.href, { headers: { 'accept-language': 'pt-BR' } })
  expect([refused.status, refused.headers.get('location')]).toEqual([303, '/pt/auth?error=too_many_requests'])
})

test('requests only identity scopes from LinkedIn and X, and offers only providers with configured keys', async () => {
  const keys = { LINKEDIN_CLIENT_ID: 'a', LINKEDIN_CLIENT_SECRET: 'b', TWITTER_CLIENT_ID: 'c', TWITTER_CLIENT_SECRET: 'd' }
  const others = await testApp(keys, app.database)
  const ask = async (provider: string) => {
    const { status, body } = await testBrowser(others.url).auth('sign-in/social', { provider, callbackURL: '/marketplace' })
    return status === 200 ? new URL(String(body?.url)) : status
  }
  const [linkedin, x] = [(await ask('linkedin')) as URL, (await ask('twitter')) as URL]
  expect(linkedin.origin).toBe('https://www.linkedin.com')
  expect(linkedin.searchParams.get('scope')?.split(' ').sort()).toEqual(['email', 'openid', 'profile'])
  expect(x.origin).toBe('https://x.com')
  expect(x.searchParams.get('scope')?.split(' ').sort()).toEqual(['tweet.read', 'users.email', 'users.read'])
  expect(x.searchParams.get('code_challenge_method')).toBe('S256')
  for (const { searchParams } of [linkedin, x]) expect(searchParams.get('state')).toHaveLength(32)
  expect(await ask('google')).toBe(404)
  expect(await testBrowser(others.url).call('auth.options')).toMatchObject({ data: { providers: ['linkedin', 'twitter'] } })
  await others.close()
})

test('while a provider is unreachable, its sign-in returns an error and password sign-in still works', async () => {
  const settings = { ...google.settings, GOOGLE_DISCOVERY_URL: 'http://127.0.0.1:9/.well-known/openid-configuration' }
  const cut = await testApp(settings, app.database)
  const { person } = await createConfirmedAccount(app, inbox)
  const browser = testBrowser(cut.url)
  expect(await browser.auth('sign-in/social', { provider: 'google', callbackURL: '/marketplace' })).toMatchObject({
    status: 404,
    body: { code: 'PROVIDER_NOT_FOUND' },
  })
  expect(await browser.auth('sign-in/email', { email: person.email, password })).toMatchObject({ status: 200 })
  await cut.close()
})
