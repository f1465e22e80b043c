import { startOpenIdProvider } from '@duo/platform/testing/servers/openid-provider.ts'
import { password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import {
  type Browser,
  codeOf,
  enrolCodes,
  enrolPasskey,
  factorApp,
  getSignedInEmail,
  newClientHeaders,
  stepExpired,
} from '@duo/server/testing/second-factors.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import * as authOperator from '#account/server/admin.ts'

const google = await startOpenIdProvider()
afterAll(google.close)
const {
  app,
  inbox,
  signInToChallenge: challenged,
  idOf,
  mailTo,
  member,
  nextCode,
  reset,
  tokenOf,
  trail,
  withCodes,
} = await factorApp(google.settings)
// without required confirmation, others can enrol before the owner
const open = await testApp({ TRUST_PROXY: '1', CONFIRM_EMAIL: 'off' }, app.database)
afterAll(open.close)

describe('the second factor', () => {
  test('survives a password reset, which voids pending second steps', async () => {
    const { person, secret } = await withCodes()
    const { browser: waiting } = await challenged(person)
    expect((await reset(person.email, 'another-password-7')).data).toEqual({ error: null })
    expect(await waiting.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
    const step = await challenged(person, 'another-password-7')
    expect(step.answer).toMatchObject({ status: 200, body: { secondFactor: true } })
    expect((await step.browser.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
    expect((await mailTo(person.email, /New sign-in/)).subject).toBeTruthy()
  })

  test.each([
    [
      'a password change',
      (browser: Browser) => browser.call('auth.changePassword', { currentPassword: password, newPassword: 'another-password-7' }),
    ],
    ['signing out everywhere else', (browser: Browser) => browser.call('auth.revokeOtherSessions')],
  ])('survives %s, which voids pending second steps', async (_name, act) => {
    const { browser, person, secret } = await withCodes()
    const { browser: waiting } = await challenged(person)
    expect((await act(browser)).data).toMatchObject({ error: null })
    expect(await waiting.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
    expect((await browser.call('auth.account')).data).toMatchObject({ secondFactors: { codesSince: expect.any(String) } })
  })
})

test.each<[string, (of: { email: string; browser: Browser; link: string }) => Promise<{ data: unknown }>]>([
  ['a password reset', ({ email }) => reset(email, 'another-password-7')],
  [
    'a password change',
    ({ browser }) => browser.call('auth.changePassword', { currentPassword: password, newPassword: 'another-password-7' }),
  ],
  ['“That wasn’t me”', ({ link }) => testBrowser(app.url).call('auth.dispute', { token: link })],
])('a password verified just before %s does not start a second step', async (_name, act) => {
  const { browser, person, secret } = await withCodes()
  await browser.call('auth.newRecoveryCodes', { password })
  const link = await tokenOf(person.email, /new recovery codes/)
  const { verify } = app.appContext.passwords
  const checking = vi.spyOn(app.appContext.passwords, 'verify').mockImplementationOnce(async (...input) => {
    const isRight = await verify(...input)
    expect((await act({ email: person.email, browser, link })).data).toMatchObject({ error: null })
    return isRight
  })
  onTestFinished(() => checking.mockRestore())
  const late = await challenged(person)
  expect(late.answer).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } })
  expect(await late.browser.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
})

test('a second step works only in the browser that started it, and not after it has expired', async () => {
  const { person, secret } = await withCodes()
  const { browser } = await challenged(person)
  expect(await testBrowser(app.url).call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
  await app.db.updateTable('auth_second_step').set({ expires_at: new Date() }).execute()
  expect(await browser.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
  expect(await browser.call('auth.startFactorRecovery')).toMatchObject(stepExpired)
})

test('a sign-in without “remember me” sets a cookie that ends when the browser closes', async () => {
  const { person, secret } = await withCodes()
  const browser = testBrowser(app.url)
  await browser.auth('sign-in/email', { email: person.email, password, rememberMe: false }, newClientHeaders())
  const { headers } = await browser.call('auth.passStepByCode', { code: codeOf(secret) })
  const line = headers.getSetCookie().find((cookie) => cookie.startsWith('duo.session_token='))
  expect(line).toContain('HttpOnly')
  expect(line).not.toContain('Max-Age')
})

describe('an attacker who signs up with the owner’s address and enrols a second factor', () => {
  async function otherDevice() {
    const { browser, person } = await signUp(open)
    const link = tokenIn((await inbox.next(person.email)).text)
    const { secret } = await enrolCodes(browser)
    await inbox.next(person.email)
    return { browser, person, secret, link }
  }

  test('has no access after the owner resets the password', async () => {
    const { browser, person } = await otherDevice()
    expect((await reset(person.email, 'another-password-7')).data).toEqual({ error: null })
    expect(await getSignedInEmail(browser)).toBeUndefined()
    const owner = await challenged(person, 'another-password-7')
    expect(owner.answer.body).toMatchObject({ user: { email: person.email } })
    expect((await owner.browser.call('auth.account')).data).toMatchObject({
      secondFactors: { codesSince: null, recoveryCodesLeft: 0 },
    })
  })

  test('leaves no factor that blocks the owner’s own sign-up', async () => {
    const { browser, person } = await otherDevice()
    await browser.auth('sign-out')
    await signUp(app, { email: person.email })
    const link = await tokenOf(person.email, /./)
    const owner = testBrowser(app.url)
    expect((await owner.call('auth.confirmEmail', { token: link })).data).toEqual({
      error: null,
      status: 'confirmed',
      secondFactor: false,
    })
    expect(await getSignedInEmail(owner)).toBe(person.email)
  })

  test('leaves no factor when the owner opens the confirmation link', async () => {
    const { browser, person, link } = await otherDevice()
    const owner = testBrowser(app.url)
    expect((await owner.call('auth.confirmEmail', { token: link })).data).toEqual({
      error: null,
      status: 'confirmed',
      secondFactor: false,
    })
    expect(await getSignedInEmail(owner)).toBe(person.email)
    expect(await getSignedInEmail(browser)).toBeUndefined()
    expect((await owner.call('auth.account')).data).toMatchObject({ secondFactors: { codesSince: null, recoveryCodesLeft: 0 } })
    expect(await trail(person.email)).toContain('factors_removed')
    expect((await mailTo(person.email, /was removed/)).subject).toContain('two-step sign-in')
  })

  test('must pass the second step after opening the confirmation link', async () => {
    const { browser, person, secret, link } = await otherDevice()
    await nextCode(person.email)
    expect((await browser.call('auth.confirmEmail', { token: link })).data).toEqual({
      error: null,
      status: 'confirmed',
      secondFactor: true,
    })
    expect((await browser.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
    expect(await getSignedInEmail(browser)).toBe(person.email)
  })
})

test('a provider’s callback redirects to the second step in the language of the target page and keeps the target', async () => {
  const { person, secret } = await withCodes()
  const browser = testBrowser(app.url)
  const { body } = await browser.auth('sign-in/social', {
    provider: 'google',
    callbackURL: '/pt/marketplace?start=ada',
    errorCallbackURL: '/auth',
  })
  const follow = async (to: URL, init?: RequestInit) => {
    const response = await browser.request(to.href, init as never)
    return new URL(response.headers.get('location') ?? 'nowhere:', to)
  }
  const question = await follow(new URL(String(body?.url)))
  const form = new URLSearchParams({ email: person.email, name: 'Ana', sub: '', confirmed: 'on' })
  const back = await follow(await follow(question, { method: 'POST', body: form }))
  const answer = await browser.request(back.href, { headers: { 'sec-fetch-site': 'cross-site', 'accept-language': 'en-US' } })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe('/pt/auth/second-step?next=%2Fpt%2Fmarketplace%3Fstart%3Dada')
  expect(await getSignedInEmail(browser)).toBeUndefined()
  expect((await browser.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
  expect(await getSignedInEmail(browser)).toBe(person.email)
})

describe('an operator', () => {
  async function operator() {
    const { browser, person } = await member()
    await authOperator.updateRole(app.db, await idOf(person.email), 'operator')
    return { browser, person }
  }
  const needed = { status: 403, code: 'second_factor_needed' }

  test('without a second factor can only enrol one, and cannot remove the last one', async () => {
    const { browser, person } = await operator()
    for (const procedure of [
      'auth.sessions',
      'auth.activity',
      'auth.download',
      'auth.revokeOtherSessions',
      'billing.subscription',
      'chat.list',
    ])
      expect(await browser.call(procedure), procedure).toMatchObject(needed)
    const change = { currentPassword: password, newPassword: 'another-password-7' }
    expect(await browser.call('auth.changePassword', change)).toMatchObject(needed)
    const link = { provider: 'google', callbackURL: '/account', errorCallbackURL: '/account' }
    expect(await browser.auth('link-social', link)).toMatchObject({ status: 403, body: { code: 'SECOND_FACTOR_NEEDED' } })
    expect(await getSignedInEmail(browser)).toBe(person.email)
    expect((await browser.call('auth.account')).data).toMatchObject({ secondFactors: { isDemanded: true } })

    await enrolCodes(browser)
    expect(await browser.call('auth.sessions')).toMatchObject({ status: 200 })
    expect((await browser.call('auth.removeCodes', { password })).data).toEqual({ error: 'last_factor' })
    await enrolPasskey(browser, app.url)
    expect((await browser.call('auth.removeCodes', { password })).data).toEqual({ error: null })
    const { passkeys } = ((await browser.call('auth.account')).data as { secondFactors: { passkeys: { id: string }[] } })
      .secondFactors
    expect((await browser.call('auth.removePasskey', { id: passkeys[0]?.id, password })).data).toEqual({ error: 'last_factor' })
  })

  test('can sign out without a second factor', async () => {
    const { browser } = await operator()
    expect((await browser.auth('sign-out')).status).toBe(200)
    expect(await getSignedInEmail(browser)).toBeUndefined()
  })
})

test('deleting an account removes its second factors, pending steps and recovery', async () => {
  const { browser, person } = await withCodes()
  await enrolPasskey(browser, app.url)
  const step = await challenged(person)
  await step.browser.call('auth.startFactorRecovery')
  const id = await idOf(person.email)
  expect((await browser.call('auth.erase', { password })).data).toEqual({ error: null })
  for (const table of [
    'auth_passkey',
    'auth_one_time_codes',
    'auth_recovery_code',
    'auth_second_step',
    'auth_factor_recovery',
  ] as const)
    expect(await app.db.selectFrom(table).where('user_id', '=', id).select('created_at').execute(), table).toEqual([])
  expect(await trail(person.email)).toEqual([])
})
