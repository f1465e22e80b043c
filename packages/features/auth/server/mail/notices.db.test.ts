import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)

type Browser = ReturnType<typeof testBrowser>

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `10.77.${(++hosts >> 8) & 255}.${hosts & 255}` })

async function owner(overrides: { language?: string } = {}) {
  const { browser, person } = await createConfirmedAccount(app, inbox, overrides)
  await inbox.next(person.email)
  return { browser, person }
}

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const signIn = (browser: Browser, email: string, word = password) =>
  browser.auth('sign-in/email', { email, password: word }, { ...newClientHeaders(), 'user-agent': firefox })
const isSignedIn = async (browser: Browser) => (await browser.call('auth.session')).data !== null
const notMe = (browser: Browser, token: string) => browser.call('auth.dispute', { token }, newClientHeaders())
const reset = (token: string, newPassword: string) =>
  testBrowser(app.url).call('auth.resetPassword', { token, newPassword }, newClientHeaders())
const stale = { data: { error: 'invalid_link' } }

async function move(browser: Browser, word = password) {
  const email = newAddress()
  await browser.call('auth.changeEmail', { email, password: word })
  expect(await browser.call('auth.confirmEmail', { token: tokenIn((await inbox.next(email)).text) })).toMatchObject({
    data: { status: 'changed' },
  })
  return email
}

/** Returns the next mail with this subject and skips earlier ones. */
async function mail(email: string, subject: RegExp) {
  for (;;) {
    const next = await inbox.next(email)
    if (subject.test(next.subject)) return next
  }
}

describe('the mail about a new device', () => {
  test('names the device and contains a dispute link; a known device causes none', async () => {
    const { browser, person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    const { subject, text } = await inbox.next(person.email)
    expect(subject).toBe('New sign-in to your Duo account')
    expect(text).toContain('Firefox on Windows')
    expect(text).toContain(`${app.url}/auth/not-me#`)
    await intruder.auth('sign-out')
    await signIn(intruder, person.email)
    await browser.auth('sign-out')
    await signIn(browser, person.email)
    await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-second-password' }, newClientHeaders())
    expect((await inbox.next(person.email)).subject).toBe('Your Duo password was changed')
  })

  test('is in Portuguese for a Portuguese account', async () => {
    const { person } = await owner({ language: 'pt' })
    await signIn(testBrowser(app.url), person.email)
    const { subject, text } = await inbox.next(person.email)
    expect(subject).toBe('Novo acesso à sua conta do Duo')
    expect(text).toContain('Firefox em Windows')
    expect(text).toContain(`${app.url}/pt/auth/not-me#`)
  })

  test('is not sent when the device has just recovered the account', async () => {
    const { person } = await owner()
    const fresh = testBrowser(app.url)
    await fresh.call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
    const token = tokenIn((await inbox.next(person.email)).text)
    await fresh.call('auth.resetPassword', { token, newPassword: 'a-second-password' }, newClientHeaders())
    expect((await inbox.next(person.email)).subject).toBe('Your Duo password was changed')
    await signIn(fresh, person.email, 'a-second-password')
    await signIn(testBrowser(app.url), person.email, 'a-second-password')
    expect((await inbox.next(person.email)).subject).toBe('New sign-in to your Duo account')
    expect(inbox.arrived.filter(({ to }) => to === person.email)).toEqual([])
  })
})

describe('“That wasn’t me”', () => {
  test('ends all sessions, disables the password and mails a recovery link, and works only once', async () => {
    const { browser, person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    const token = tokenIn((await mail(person.email, /New sign-in/)).text)
    expect((await fetch(`${app.url}/auth/not-me`)).status).toBe(200)
    expect(await isSignedIn(intruder)).toBe(true)
    expect(await notMe(testBrowser(app.url), token)).toMatchObject({ data: { mailed: 'here' } })
    for (const device of [browser, intruder]) expect(await isSignedIn(device)).toBe(false)
    expect((await signIn(intruder, person.email)).status).toBe(401)
    const link = tokenIn((await mail(person.email, /Choose a new password/)).text)
    expect(await notMe(testBrowser(app.url), token)).toMatchObject(stale)
    expect(await reset(link, 'a-second-password')).toMatchObject({ data: { error: null } })
    expect((await signIn(browser, person.email, 'a-second-password')).status).toBe(200)
    expect(await notMe(testBrowser(app.url), token)).toMatchObject(stale)
  })

  test('voids an e-mail change that the intruder started', async () => {
    const { person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    const token = tokenIn((await mail(person.email, /New sign-in/)).text)
    const email = newAddress()
    await intruder.call('auth.changeEmail', { email, password })
    const change = tokenIn((await inbox.next(email)).text)
    await notMe(testBrowser(app.url), token)
    expect(await testBrowser(app.url).call('auth.confirmEmail', { token: change })).toMatchObject(stale)
  })

  test('voids a recovery link that was mailed earlier', async () => {
    const { person } = await owner()
    await signIn(testBrowser(app.url), person.email)
    const token = tokenIn((await mail(person.email, /New sign-in/)).text)
    await testBrowser(app.url).call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
    const earlier = tokenIn((await mail(person.email, /Choose a new/)).text)
    await notMe(testBrowser(app.url), token)
    expect(await reset(earlier, 'the-thiefs-own')).toMatchObject(stale)
  })

  test('returns the account to its owner after an intruder changed the password', async () => {
    const { browser, person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    await intruder.call('auth.changePassword', { currentPassword: password, newPassword: 'the-thiefs-own' }, newClientHeaders())
    const token = tokenIn((await mail(person.email, /password was changed/)).text)
    expect(await notMe(browser, token)).toMatchObject({ data: { mailed: 'here' } })
    expect(await isSignedIn(intruder)).toBe(false)
    expect((await signIn(intruder, person.email, 'the-thiefs-own')).status).toBe(401)
    expect(await reset(tokenIn((await mail(person.email, /Choose a new/)).text), 'a-third-password')).toMatchObject({
      status: 200,
    })
  })

  test('restores the address after an e-mail change on a device that the owner used before', async () => {
    const { browser, person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    const stolen = await move(intruder)
    const token = tokenIn((await mail(person.email, /has a new email/)).text)
    expect(await isSignedIn(browser)).toBe(false)
    expect(await notMe(browser, token)).toMatchObject({ data: { mailed: 'here' } })
    expect(await isSignedIn(intruder)).toBe(false)
    expect((await mail(stolen, /has a new email/)).text).not.toContain('not-me')
    const link = tokenIn((await mail(person.email, /Choose a new/)).text)
    expect(await reset(link, 'a-second-password')).toMatchObject({ data: { error: null } })
    expect((await signIn(browser, person.email, 'a-second-password')).status).toBe(200)
    expect((await signIn(intruder, stolen)).status).toBe(401)
    expect(await notMe(browser, token)).toMatchObject(stale)
  })

  test('ends all sessions but gives no access when the link comes from a former mailbox', async () => {
    const { browser, person } = await owner()
    const email = await move(browser)
    const token = tokenIn((await mail(person.email, /has a new email/)).text)
    // the old mailbox now belongs to a reader with another account
    const { browser: otherUser } = await owner()
    expect(await notMe(otherUser, token)).toMatchObject({ data: { mailed: 'elsewhere' } })
    expect(await isSignedIn(browser)).toBe(false)
    const link = tokenIn((await mail(email, /Choose a new/)).text)
    expect(inbox.arrived.filter(({ to }) => to === person.email)).toEqual([])
    expect(await reset(link, 'a-second-password')).toMatchObject({ data: { error: null } })
    expect((await signIn(browser, email, 'a-second-password')).status).toBe(200)
    expect(await notMe(otherUser, token)).toMatchObject(stale)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('restores the address on a known device, even after a new device used the link', async () => {
    const { browser, person } = await owner()
    const intruder = testBrowser(app.url)
    await signIn(intruder, person.email)
    const stolen = await move(intruder)
    const token = tokenIn((await mail(person.email, /has a new email/)).text)
    expect(await notMe(testBrowser(app.url), token)).toMatchObject({ data: { mailed: 'elsewhere' } })
    await reset(tokenIn((await mail(stolen, /Choose a new/)).text), 'the-thiefs-own')
    expect(await notMe(browser, token)).toMatchObject({ data: { mailed: 'here' } })
    const link = tokenIn((await mail(person.email, /Choose a new/)).text)
    expect(await reset(link, 'a-second-password')).toMatchObject({ data: { error: null } })
    expect((await signIn(intruder, stolen, 'the-thiefs-own')).status).toBe(401)
  })

  test('has no effect in a mail sent before an e-mail change, which went to the old mailbox', async () => {
    const { browser, person } = await owner()
    await signIn(testBrowser(app.url), person.email)
    const token = tokenIn((await mail(person.email, /New sign-in/)).text)
    await move(browser)
    expect(await notMe(browser, token)).toMatchObject(stale)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test.each(['forged', 'expired', 'of another purpose', 'of no event'])('is refused when its link is %s', async (kind) => {
    const { person } = await owner()
    const { id: userId } = await app.db
      .selectFrom('auth_user')
      .where('email', '=', person.email)
      .select('id')
      .executeTakeFirstOrThrow()
    const { id: subject } = await app.db
      .selectFrom('auth_event')
      .where('user_id', '=', userId)
      .select('id')
      .executeTakeFirstOrThrow()
    const right = { purpose: 'auth.not_me', subject, expiresIn: '1h' }
    const tokens: Record<string, string> = {
      forged: signTicket(keysFrom('the secret of another server, 32+'), right),
      expired: signTicket(app.appContext.secret, { ...right, expiresIn: '-1s' }),
      'of another purpose': signTicket(app.appContext.secret, { ...right, purpose: 'auth.confirm' }),
      'of no event': signTicket(app.appContext.secret, { ...right, subject: userId }),
    }
    expect(await notMe(testBrowser(app.url), tokens[kind] ?? '')).toMatchObject(stale)
  })
})
