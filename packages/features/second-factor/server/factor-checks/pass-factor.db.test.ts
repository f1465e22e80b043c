import { password } from '@duo/server/testing/accounts.ts'
import {
  codeOf,
  earlyInStep,
  enrolCodes,
  enrolPasskey,
  factorApp,
  testAuthenticator,
  wrongCode,
} from '@duo/server/testing/second-factors.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'

const { app, idOf, mailTo, member, nextCode, reset, signInToChallenge, trail, withCodes } = await factorApp()

const stale = { status: 403, code: 'fresh_factor_needed' }
/** As if the session had passed its factor six minutes ago. */
const waitSixMinutes = async (email: string) =>
  sql`update auth_session set factor_at = factor_at - interval '6 minutes' where user_id = ${await idOf(email)}`.execute(app.db)

type Browser = Awaited<ReturnType<typeof member>>['browser']
const removeCodes = (browser: Browser) => browser.call('auth.removeCodes', { password })
const pass = (browser: Browser, input: object) => browser.call('auth.passFactor', input)

describe('a factor that is passed again', () => {
  test('by a code allows the change that was refused, and lasts five minutes in this session only', async () => {
    const { browser, person, secret } = await withCodes()
    const { browser: phone } = await signInToChallenge(person)
    await phone.call('auth.passStepByCode', { code: codeOf(secret) })
    await nextCode(person.email)
    await waitSixMinutes(person.email)
    expect(await browser.call('auth.newRecoveryCodes', { password })).toMatchObject(stale)
    expect((await browser.call('auth.factorOptions')).data).toEqual({ methods: ['code', 'recovery_code'], passkey: null })
    expect((await pass(browser, { by: 'code', code: codeOf(secret) })).data).toEqual({ error: null, recoveryCodesLeft: 10 })
    expect(await browser.call('auth.newRecoveryCodes', { password })).toMatchObject({ status: 200, data: { error: null } })
    expect(await phone.call('auth.newRecoveryCodes', { password })).toMatchObject(stale)
    await waitSixMinutes(person.email)
    expect(await browser.call('auth.newRecoveryCodes', { password })).toMatchObject(stale)
  })

  test('by a code that was used, or is wrong, changes nothing and is recorded; ten an hour are looked at', async () => {
    const { browser, person, secret } = await withCodes()
    const code = codeOf(secret)
    await waitSixMinutes(person.email)
    expect((await pass(browser, { by: 'code', code })).data).toMatchObject({ error: null })
    await waitSixMinutes(person.email)
    expect((await pass(browser, { by: 'code', code })).data).toEqual({ error: 'used_code' })
    expect((await trail(person.email))[0]).toBe('second_factor_refused')
    expect(await removeCodes(browser)).toMatchObject(stale)
    await earlyInStep()
    expect((await pass(browser, { by: 'code', code: codeOf(secret, -240) })).data).toEqual({
      error: 'clock_off',
      clockOff: -7_200,
    })
    for (let n = 0; n < 8; n++)
      expect((await pass(browser, { by: 'code', code: wrongCode(secret) })).data).toEqual({ error: 'refused' })
    expect(await pass(browser, { by: 'code', code: codeOf(secret, 1) })).toMatchObject({ status: 429 })
  })

  test('by a recovery code uses it up and mails the owner', async () => {
    const { browser, person, recoveryCodes } = await withCodes()
    await waitSixMinutes(person.email)
    const code = recoveryCodes[0]
    expect((await pass(browser, { by: 'recovery_code', code })).data).toEqual({ error: null, recoveryCodesLeft: 9 })
    expect((await mailTo(person.email, /recovery code/)).text).toContain('/auth/not-me#')
    expect((await removeCodes(browser)).data).toEqual({ error: null })
    expect((await pass(browser, { by: 'recovery_code', code })).data).toEqual({ error: 'refused' })
  })

  test('by a passkey works once per challenge, and not with another account’s passkey', async () => {
    const { browser, person } = await member()
    const { key } = await enrolPasskey(browser, app.url)
    await waitSixMinutes(person.email)
    const { passkey } = (await browser.call('auth.factorOptions')).data as { passkey: { challenge: string } }
    expect((await pass(browser, { by: 'passkey', response: testAuthenticator(app.url).sign(passkey) })).data).toEqual({
      error: 'refused',
    })
    expect((await pass(browser, { by: 'passkey', response: key.sign(passkey) })).data).toEqual({ error: 'refused' })
    const { passkey: next } = (await browser.call('auth.factorOptions')).data as { passkey: { challenge: string } }
    const response = key.sign(next)
    expect((await pass(browser, { by: 'passkey', response })).data).toMatchObject({ error: null })
    await waitSixMinutes(person.email)
    expect((await pass(browser, { by: 'passkey', response })).data).toEqual({ error: 'refused' })
    expect(await browser.call('auth.download')).toMatchObject(stale)
  })
})

describe('there is no way around a factor', () => {
  test('through a second step of minutes ago, which counts, or of longer ago, which does not', async () => {
    const { person, secret } = await withCodes()
    const { browser } = await signInToChallenge(person)
    await browser.call('auth.passStepByCode', { code: codeOf(secret) })
    expect(await browser.call('auth.download')).toMatchObject({ status: 200 })
    await waitSixMinutes(person.email)
    expect(await browser.call('auth.download')).toMatchObject(stale)
    const change = { currentPassword: password, newPassword: 'nova-senha-boa' }
    expect(await browser.call('auth.changePassword', change)).toMatchObject(stale)
  })

  test('through a new password by mail: the reset opens no session, and the sign-in asks for the second step', async () => {
    const { person, browser } = await withCodes()
    expect((await reset(person.email, 'nova-senha-boa', browser)).status).toBe(200)
    expect(await browser.call('auth.removeCodes', { password: 'nova-senha-boa' })).toMatchObject({ status: 401 })
    const { browser: next, answer } = await signInToChallenge(person, 'nova-senha-boa')
    expect(answer.body).toEqual({ secondFactor: true })
    expect(await next.call('auth.removeCodes', { password: 'nova-senha-boa' })).toMatchObject({ status: 401 })
  })

  test('through a set-up that the same session began before the first factor', async () => {
    const { browser, person } = await member()
    const { secret: intruders } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
    await enrolPasskey(browser, app.url)
    await waitSixMinutes(person.email)
    expect((await browser.call('auth.confirmCodes', { code: codeOf(intruders) })).data).toEqual({ error: 'setup_over' })
    expect(await browser.call('auth.startCodes', { password })).toMatchObject(stale)
  })

  test('through a refreshed session', async () => {
    const { browser, person } = await member()
    await enrolCodes(browser)
    await waitSixMinutes(person.email)
    const cookie = decodeURIComponent(browser.cookies.get('duo.session_token') ?? '')
    const bearer = { authorization: `Bearer ${cookie}` }
    const { refresh_token } = (await browser.call('auth.session', undefined, bearer)).data as { refresh_token: string }
    const { session } = (await browser.call('auth.refresh', { refresh_token })).data as { session: { access_token: string } }
    const refreshed = { authorization: `Bearer ${session.access_token}` }
    expect(await browser.call('auth.download', undefined, refreshed)).toMatchObject(stale)
  })
})

describe('a clock that was ahead', () => {
  test('and was corrected blocks no code, and none works twice', async () => {
    const { browser, person, secret } = await withCodes()
    const userId = await idOf(person.email)
    const twoHours = 240
    const now = Math.floor(Date.now() / 30_000)
    await waitSixMinutes(person.email)
    const used = codeOf(secret)
    expect((await pass(browser, { by: 'code', code: used })).data).toMatchObject({ error: null })
    // the clock jumped, a code was used, and the clock was corrected
    await sql`update auth_one_time_codes set last_step = ${now + twoHours}::bigint, used_steps = used_steps || ${now + twoHours}::bigint
      where user_id = ${userId}`.execute(app.db)
    expect((await pass(browser, { by: 'code', code: used })).data).toEqual({ error: 'used_code' })
    const next = codeOf(secret, 1)
    expect((await pass(browser, { by: 'code', code: next })).data).toMatchObject({ error: null })
    expect((await pass(browser, { by: 'code', code: next })).data).toEqual({ error: 'used_code' })
    const { rows } = await sql<{ steps: string[] }>`
      select used_steps::text[] as steps from auth_one_time_codes where user_id = ${userId}`.execute(app.db)
    // two hours later its own code is still used
    expect(rows[0]?.steps).toContain(String(now + twoHours))
  })

  test('does not make a sign-in recent for ever', async () => {
    const { browser, person } = await member()
    await sql`update auth_account set password = null where user_id = ${await idOf(person.email)}`.execute(app.db)
    await sql`update auth_session set created_at = now() + interval '1 day' where user_id = ${await idOf(person.email)}`.execute(
      app.db,
    )
    expect((await browser.call('auth.erase', { password: null })).data).toEqual({ error: 'sign_in_again' })
  })
})
