import { createConfirmedAccount, newAddress, password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'

const app = await testApp({ TRUST_PROXY: '1' })
const inbox = await app.mails()
afterAll(app.close)

let hosts = 0
const newClientHeaders = () => ({ 'x-forwarded-for': `10.88.${(++hosts >> 8) & 255}.${hosts & 255}` })

async function member(overrides: { email?: string; name?: string } = {}) {
  const { browser, person } = await createConfirmedAccount(app, inbox, overrides)
  await inbox.next(person.email)
  return { browser, person }
}

const name = 'Beatriz Moreira'

const weak = [
  ['123456', 'PASSWORD_COMMON'],
  [' 123456 ', 'PASSWORD_COMMON'],
  ['!123456789!', 'PASSWORD_COMMON'],
  ['--abcdef--', 'PASSWORD_COMMON'],
  ['password', 'PASSWORD_COMMON'],
  ['PASSWORD', 'PASSWORD_COMMON'],
  ['P@ssw0rd', 'PASSWORD_COMMON'],
  ['Password2026!', 'PASSWORD_COMMON'],
  ['senha123', 'PASSWORD_COMMON'],
  ['flamengo', 'PASSWORD_COMMON'],
  ['zzzzzzzzzz', 'PASSWORD_COMMON'],
  ['abcdefgh', 'PASSWORD_COMMON'],
  ['GoDuo2026!', 'PASSWORD_COMMON'],
  ['duoduo', 'PASSWORD_COMMON'],
  ['      ', 'PASSWORD_BLANK'],
  ['\u00a0 \t\u2003   ', 'PASSWORD_BLANK'],
  ['Beatriz Moreira', 'PASSWORD_PERSONAL'],
  ['beatriz', 'PASSWORD_PERSONAL'],
  ['moreira.beatriz', 'PASSWORD_PERSONAL'],
  ['Beatriz1990!', 'PASSWORD_PERSONAL'],
  ['b3atr1z', 'PASSWORD_PERSONAL'],
  ['ziRtaeb', 'PASSWORD_PERSONAL'],
] as const

describe('rejects a guessable new password with the reason', () => {
  test.each(weak)('at sign-up: %j (%s)', async (word, code) => {
    const person = { name, email: newAddress(), password: word, language: 'en' }
    expect(await testBrowser(app.url).auth('sign-up/email', person, newClientHeaders())).toMatchObject({
      status: 400,
      body: { code },
    })
  })

  test('at sign-up: the user’s own address and variations of it', async () => {
    const [local = ''] = newAddress().split('@')
    const email = `${local}@example.com`
    for (const word of [email, email.toUpperCase(), local, `${local}!!`, `2026${local}`])
      expect(
        await testBrowser(app.url).auth('sign-up/email', { name, email, password: word, language: 'en' }, newClientHeaders()),
      ).toMatchObject({ status: 400, body: { code: 'PASSWORD_PERSONAL' } })
  })

  test('at a recovery, which also rejects the current password and keeps the link usable', async () => {
    const { browser, person } = await member({ name })
    await browser.call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
    const token = tokenIn((await inbox.next(person.email)).text)
    const reset = (newPassword: string) =>
      testBrowser(app.url).call('auth.resetPassword', { token, newPassword }, newClientHeaders())
    for (const [word, code] of weak) expect(await reset(word)).toMatchObject({ data: { error: code.toLowerCase() } })
    expect(await reset(person.email)).toMatchObject({ data: { error: 'password_personal' } })
    expect(await reset(password)).toMatchObject({ data: { error: 'password_same' } })
    expect(await browser.call('auth.session')).toMatchObject({ data: { user: {} } })
    expect(await reset('a-second-password')).toMatchObject({ data: { error: null } })
  })

  test('at a password change, which first verifies the current password and also rejects it as the new one', async () => {
    const { browser, person } = await member({ name })
    const change = (newPassword: string, currentPassword = password) =>
      browser.call('auth.changePassword', { currentPassword, newPassword }, newClientHeaders())
    for (const [word, code] of weak) expect(await change(word)).toMatchObject({ data: { error: code.toLowerCase() } })
    expect(await change(person.email)).toMatchObject({ data: { error: 'password_personal' } })
    expect(await change(password)).toMatchObject({ data: { error: 'password_same' } })
    expect(await change('123456', 'not-the-present-one')).toMatchObject({ data: { error: 'wrong_password' } })
    expect(await change('a-second-password')).toMatchObject({ data: { error: null } })
  })
})

test.each(['6 bees', 'tr33-hug', 'uma abelha', 'correct horse battery', 'abacate', '密码很长吗是的'])(
  'accepts %j: at least six characters and not commonly guessed',
  async (word) => {
    const person = { name, email: newAddress(), password: word, language: 'en' }
    expect(await testBrowser(app.url).auth('sign-up/email', person, newClientHeaders())).toMatchObject({ status: 200 })
  },
)

test.each(['123456', 'password', '      '])('a password from before the policy still signs in: %j', async (word) => {
  const { person } = await member()
  await sql`update auth_account set password = ${await app.appContext.passwords.hash(word)}
    where user_id = (select id from auth_user where email = ${person.email})`.execute(app.db)
  expect(
    await testBrowser(app.url).auth('sign-in/email', { email: person.email, password: word }, newClientHeaders()),
  ).toMatchObject({
    status: 200,
  })
})
