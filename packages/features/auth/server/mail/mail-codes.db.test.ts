import {
  codeIn,
  createConfirmedAccount,
  newAddress,
  password,
  signUp,
  testBrowser,
  tokenIn,
} from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { afterAll, expect, test } from 'vitest'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `198.19.7.${++hosts}` })

const redeem = async (code: string): Promise<{ error: string | null; page?: string; token?: string }> =>
  (await testBrowser(app.url).call('auth.redeemMailCode', { code }, newClientHeaders())).data

/** Skips mails with another subject. Both forms of the mail contain the code. */
async function mailTo(email: string, subject: RegExp) {
  for (;;) {
    const mail = await inbox.next(email)
    if (!subject.test(mail.subject)) continue
    const code = codeIn(mail.text)
    expect(code).not.toBe('')
    expect(mail.html).toContain(code)
    return { token: tokenIn(mail.text), code }
  }
}

const requestReset = async (email: string) => {
  await testBrowser(app.url).call('auth.requestPasswordReset', { email }, newClientHeaders())
  return mailTo(email, /Choose a new password/)
}
const reset = (token = '', newPassword = 'a-second-password') =>
  testBrowser(app.url).call('auth.resetPassword', { token, newPassword }, newClientHeaders())
const notMe = (token = '') => testBrowser(app.url).call('auth.dispute', { token }, newClientHeaders())
const cancel = (token = '') => testBrowser(app.url).call('auth.cancelEmailChange', { token }, newClientHeaders())
const invalid = { data: { error: 'invalid_link' } }

test('the code of a sign-up confirms the address', async () => {
  const { browser, person } = await signUp(app)
  const { code } = await mailTo(person.email, /Confirm your email/)
  const { token } = await redeem(code.toLowerCase())
  expect(await browser.call('auth.confirmEmail', { token })).toMatchObject({ data: { status: 'confirmed' } })
})

test('a recovery: using the code ends the link, and using the link ends the code', async () => {
  const { person } = await createConfirmedAccount(app, inbox)
  const byCode = await requestReset(person.email)
  expect(await reset((await redeem(byCode.code)).token)).toMatchObject({ data: { error: null } })
  expect(await reset(byCode.token)).toMatchObject(invalid)
  const byLink = await requestReset(person.email)
  expect(await reset(byLink.token, 'a-third-password')).toMatchObject({ data: { error: null } })
  expect(await reset((await redeem(byLink.code)).token, 'the-thiefs-own')).toMatchObject(invalid)
})

test('a code acts for its own mail only: another person’s code changes nothing of mine', async () => {
  const [mine, other] = [await createConfirmedAccount(app, inbox), await createConfirmedAccount(app, inbox)]
  const mail = await requestReset(mine.person.email)
  const { code } = await requestReset(other.person.email)
  expect(await reset((await redeem(code)).token)).toMatchObject({ data: { error: null } })
  const signIn = await testBrowser(app.url).auth('sign-in/email', { email: mine.person.email, password }, newClientHeaders())
  expect(signIn.status).toBe(200)
  // a code of another page opens nothing there
  expect(await notMe((await redeem(mail.code)).token)).toMatchObject(invalid)
})

test('after five wrong tries, from whatever addresses, the next mail brings a code that works', async () => {
  const { person } = await createConfirmedAccount(app, inbox)
  const { code } = await requestReset(person.email)
  for (const end of ['22', '33', '44', '55', '66', '77'].filter((letters) => !code.endsWith(letters)).slice(0, 5))
    expect(await redeem(code.slice(0, -2) + end)).toEqual({ error: 'wrong_code' })
  expect(await redeem(code)).toEqual({ error: 'wrong_code' })
  const { code: next, token } = await requestReset(person.email)
  expect(await redeem(next)).toEqual({ error: null, page: '/auth/reset', token })
})

test('a change of address: the new address confirms it by code, and the old one cancels it by code', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  const email = newAddress()
  expect(await browser.call('auth.changeEmail', { email, password })).toMatchObject({ data: { error: null } })
  const toNew = await redeem((await mailTo(email, /./)).code)
  const toOld = await redeem((await mailTo(person.email, /asked to change the email/)).code)
  expect((await cancel(toOld.token)).data).toEqual({ error: null })
  expect(await browser.call('auth.confirmEmail', { token: toNew.token })).toMatchObject(invalid)
})

test('“That wasn’t me” works by code, once', async () => {
  const { browser, person } = await createConfirmedAccount(app, inbox)
  await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'a-second-password' })
  const mail = await mailTo(person.email, /password/i)
  expect(await notMe((await redeem(mail.code)).token)).toMatchObject({ data: { mailed: 'here' } })
  expect(await notMe(mail.token)).toMatchObject(invalid)
})
