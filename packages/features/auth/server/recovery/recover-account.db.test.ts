import { createConfirmedAccount, newAddress, password, signUp, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)
afterEach(() => {
  inbox.refuse = false
})

type Browser = ReturnType<typeof testBrowser>

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `198.19.${(++hosts >> 8) & 255}.${hosts & 255}` })

async function createMemberOnTwoDevices() {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await inbox.next(person.email)
  const phone = testBrowser(app.url)
  await phone.auth('sign-in/email', person, newClientHeaders())
  return { browser, phone, person }
}

/** Returns the oldest unread mail to an address with this subject and skips others. */
async function mailTo(email: string, subject: RegExp) {
  for (;;) {
    const mail = await inbox.next(email)
    if (subject.test(mail.subject)) return mail
  }
}

const resetMail = /Choose a new password/
/** Requests a recovery and returns the token of its link. */
async function recovery(email: string) {
  await testBrowser(app.url).call('auth.requestPasswordReset', { email }, newClientHeaders())
  return tokenIn((await mailTo(email, resetMail)).text)
}
const reset = (token: string, newPassword: string) =>
  testBrowser(app.url).call('auth.resetPassword', { token, newPassword }, newClientHeaders())
const signsIn = async (email: string, word: string) =>
  (await testBrowser(app.url).auth('sign-in/email', { email, password: word }, newClientHeaders())).status === 200
const isSignedIn = async (browser: Browser) => (await browser.call('auth.session')).data !== null
const invalid = { data: { error: 'invalid_link' } }

/** Requests an e-mail change and returns the token mailed to the new address. */
async function requestEmailChange(browser: Browser, word = password) {
  const email = newAddress()
  expect(await browser.call('auth.changeEmail', { email, password: word })).toMatchObject({ data: { error: null } })
  return { email, token: tokenIn((await inbox.next(email)).text) }
}

describe('a recovery link', () => {
  test('stays the same when requested again, so that no one can void it, and works once', async () => {
    const { person } = await createMemberOnTwoDevices()
    const first = await recovery(person.email)
    const second = await recovery(person.email)
    expect(second).toBe(first)
    expect(await reset(first, 'a-second-password')).toMatchObject({ data: { error: null } })
    expect(await reset(second, 'a-third-password')).toMatchObject(invalid)
    expect(await signsIn(person.email, 'a-second-password')).toBe(true)
  })

  test('is a new one after the previous one was used', async () => {
    const { person } = await createMemberOnTwoDevices()
    const first = await recovery(person.email)
    await reset(first, 'a-second-password')
    const second = await recovery(person.email)
    expect(second).not.toBe(first)
    expect(await reset(second, 'a-third-password')).toMatchObject({ data: { error: null } })
    expect(await signsIn(person.email, 'a-third-password')).toBe(true)
  })

  test('is void after the owner changes the password', async () => {
    const { browser, person } = await createMemberOnTwoDevices()
    const token = await recovery(person.email)
    await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-second-password' })
    expect(await reset(token, 'the-thiefs-own')).toMatchObject(invalid)
    expect(await signsIn(person.email, 'a-second-password')).toBe(true)
  })

  test('mailed to the old address is void after an e-mail change', async () => {
    const { browser, person } = await createMemberOnTwoDevices()
    const old = await recovery(person.email)
    const { email, token } = await requestEmailChange(browser)
    expect(await browser.call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'changed' } })
    expect(await reset(old, 'the-thiefs-own')).toMatchObject(invalid)
    expect(await signsIn(email, password)).toBe(true)
  })

  test('is void after the owner signs out everywhere', async () => {
    const { browser, phone, person } = await createMemberOnTwoDevices()
    const token = await recovery(person.email)
    await browser.call('auth.revokeOtherSessions')
    expect(await isSignedIn(phone)).toBe(false)
    expect(await reset(token, 'the-thiefs-own')).toMatchObject(invalid)
  })

  test('is not sent if an earlier one is used before the mail leaves the queue', async () => {
    const quiet = await testApp({}, app.database)
    const { person } = await createMemberOnTwoDevices()
    const token = await recovery(person.email)
    const waiting = () =>
      app.db.selectFrom('auth_mail').where('email', '=', person.email).where('kind', '=', 'recover').select('id').execute()
    // a mail arrives before its row goes
    await expect.poll(waiting).toEqual([])
    inbox.refuse = true
    await testBrowser(quiet.url).call('auth.requestPasswordReset', { email: person.email })
    expect(await waiting()).toHaveLength(1)
    await reset(token, 'a-second-password')
    expect(await waiting()).toEqual([])
    inbox.refuse = false
    await quiet.close()
  })

  test('invalidates the refresh tokens of API clients', async () => {
    const { person } = await createMemberOnTwoDevices()
    const client = await fetch(`${app.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...newClientHeaders() },
      body: JSON.stringify(person),
    })
    const authorization = `Bearer ${client.headers.get('set-auth-token')}`
    const session = await fetch(`${app.url}/api/trpc/auth.session`, { headers: { authorization } })
    const { result } = (await session.json()) as { result: { data: { refresh_token: string } } }
    expect(result.data.refresh_token).toEqual(expect.any(String))
    await reset(await recovery(person.email), 'a-second-password')
    expect(await testBrowser(app.url).call('auth.refresh', { refresh_token: result.data.refresh_token })).toMatchObject({
      data: { error: 'invalid_token' },
    })
  })

  test('changes the password once when used twice concurrently', async () => {
    const { person } = await createMemberOnTwoDevices()
    const token = await recovery(person.email)
    const words = ['first-of-the-two', 'second-of-the-two']
    const answers = await Promise.all(words.map((word) => reset(token, word)))
    const errors = answers.map(({ data }) => (data as { error: string | null }).error)
    expect(errors.filter((error) => error === null)).toHaveLength(1)
    const right = words[errors.indexOf(null)] ?? ''
    expect(await signsIn(person.email, right)).toBe(true)
  })
})

describe('a pending e-mail change', () => {
  test.each([
    ['a recovery', async (_: Browser, email: string) => reset(await recovery(email), 'a-second-password')],
    [
      'a password change',
      async (browser: Browser) =>
        browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-second-password' }),
    ],
    ['signing out everywhere', async (browser: Browser) => browser.call('auth.revokeOtherSessions')],
  ])('is cancelled by %s, and stays cancelled when the same address is requested again', async (_, recover) => {
    const { browser, phone: intruder, person } = await createMemberOnTwoDevices()
    const { token, email } = await requestEmailChange(intruder)
    await recover(browser, person.email)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject(invalid)
    const owner = testBrowser(app.url)
    const word = (await signsIn(person.email, password)) ? password : 'a-second-password'
    expect(await owner.auth('sign-in/email', { email: person.email, password: word }, newClientHeaders())).toMatchObject({
      status: 200,
    })
    expect(await owner.call('auth.account')).toMatchObject({ data: { pendingEmail: null } })
    await owner.call('auth.changeEmail', { email, password: word })
    const newer = tokenIn((await inbox.next(email)).text)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject(invalid)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: newer })).toMatchObject({ data: { status: 'changed' } })
  })

  test('can be cancelled once through the link mailed to the current address, but not by opening the page alone', async () => {
    const { browser, person } = await createMemberOnTwoDevices()
    const { token, email } = await requestEmailChange(browser)
    const mail = await mailTo(person.email, /change the email|new email/)
    expect(mail.text).toContain(`${app.url}/auth/cancel-change#`)
    expect(mail.text).not.toContain(email)
    const cancel = tokenIn(mail.text)
    expect((await fetch(`${app.url}/auth/cancel-change`)).status).toBe(200)
    expect(await browser.call('auth.account')).toMatchObject({ data: { pendingEmail: email } })
    const owner = testBrowser(app.url)
    expect(await owner.call('auth.cancelEmailChange', { token: cancel })).toMatchObject({ data: { error: null } })
    expect(await browser.call('auth.account')).toMatchObject({ data: { pendingEmail: null } })
    expect(await owner.call('auth.confirmEmail', { token })).toMatchObject(invalid)
    expect(await owner.call('auth.cancelEmailChange', { token: cancel })).toMatchObject({ data: { error: 'invalid_link' } })
    const newer = await requestEmailChange(browser)
    expect(await owner.call('auth.cancelEmailChange', { token: cancel })).toMatchObject({ data: { error: 'invalid_link' } })
    expect(await owner.call('auth.cancelEmailChange', { token })).toMatchObject({ data: { error: 'invalid_link' } })
    expect(await owner.call('auth.confirmEmail', { token: newer.token })).toMatchObject({ data: { status: 'changed' } })
  })

  test('ends with the session that requested it', async () => {
    const { browser, phone: intruder } = await createMemberOnTwoDevices()
    const { token } = await requestEmailChange(intruder)
    const { data } = await browser.call('auth.sessions')
    const other = (data as { sessions: { id: string; current: boolean }[] }).sessions.find(({ current }) => !current)
    await browser.call('auth.revokeSession', { id: other?.id })
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject(invalid)
  })

  test('ends all sessions when confirmed, except for the one that requested it', async () => {
    const { browser, phone } = await createMemberOnTwoDevices()
    const { token } = await requestEmailChange(phone)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'changed' } })
    expect(await isSignedIn(phone)).toBe(true)
    expect(await isSignedIn(browser)).toBe(false)
  })
})

describe('without e-mail confirmation', () => {
  test('recovering an unconfirmed account removes all access of the person who signed up with the address', async () => {
    const open = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
    const { browser: otherUser, person } = await signUp(open)
    const { id } = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
    const { token: change } = await requestEmailChange(otherUser)
    await app.db
      .insertInto('auth_account')
      .values({ id: crypto.randomUUID(), user_id: id, provider_id: 'google', account_id: crypto.randomUUID() })
      .execute()
    const token = await recovery(person.email)
    expect(await testBrowser(open.url).call('auth.resetPassword', { token, newPassword: 'the-owners-own' })).toMatchObject({
      data: { error: null },
    })
    expect(await isSignedIn(otherUser)).toBe(false)
    expect(await signsIn(person.email, password)).toBe(false)
    expect(await signsIn(person.email, 'the-owners-own')).toBe(true)
    expect(await testBrowser(open.url).call('auth.confirmEmail', { token: change })).toMatchObject(invalid)
    const ways = await app.db.selectFrom('auth_account').where('user_id', '=', id).select('provider_id').execute()
    expect(ways).toEqual([{ provider_id: 'credential' }])
    await open.close()
  })

  test('the confirmation link ends the sessions of the person who signed up with the address', async () => {
    const open = await testApp({ CONFIRM_EMAIL: 'off' }, app.database)
    const { browser: otherUser, person } = await signUp(open)
    const token = tokenIn((await mailTo(person.email, /Confirm your email/)).text)
    const owner = testBrowser(open.url)
    expect(await owner.call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'confirmed' } })
    expect(await isSignedIn(owner)).toBe(true)
    expect(await isSignedIn(otherUser)).toBe(false)
    await open.close()
  })
})

test('a recovery that fails midway changes nothing, and its link still works', async () => {
  const { browser, person } = await createMemberOnTwoDevices()
  const token = await recovery(person.email)
  const failing = vi.spyOn(app.appContext.passwords, 'hash').mockRejectedValueOnce(new Error('out of threads'))
  vi.spyOn(console, 'error').mockReturnValue()
  expect((await reset(token, 'a-second-password')).status).toBe(500)
  failing.mockRestore()
  expect(await isSignedIn(browser)).toBe(true)
  expect(await reset(token, 'a-second-password')).toMatchObject({ data: { error: null } })
})
