import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import {
  codeOf,
  earlyInStep,
  enrolCodes,
  enrolPasskey,
  factorApp,
  getSignedInEmail,
  newClientHeaders,
  passkeyRefusedAnswer,
  stepExpired,
  testAuthenticator,
  usedCodeAnswer,
  wrongCode,
  wrongCodeAnswer,
} from '@duo/server/testing/second-factors.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { consumeTimeStep } from '../one-time-codes/one-time-codes-queries.ts'
import { stepAt } from '../one-time-codes/totp.ts'

const { app, signInToChallenge: challenged, mailTo, member, nextCode, tokenOf, trail, withCodes } = await factorApp()

interface Refusal {
  error: string | null
}

describe('one-time codes', () => {
  test('are required after the password, and no session exists until one is accepted', async () => {
    const { person, secret } = await withCodes()
    const { browser, answer } = await challenged(person)
    expect(answer).toMatchObject({ status: 200, body: { secondFactor: true } })
    expect(await getSignedInEmail(browser)).toBeUndefined()
    expect([...browser.cookies.keys()]).toEqual(['duo.second_step'])
    expect((await trail(person.email))[0]).toBe('codes_added')
    expect((await browser.call('auth.secondStep')).data).toEqual({
      error: null,
      methods: ['code', 'recovery_code'],
      canRecover: true,
      recovery: null,
    })

    const passed = await browser.call('auth.passStepByCode', { code: codeOf(secret) })
    expect(passed).toMatchObject({ data: { error: null, user: { email: person.email }, recoveryCodesLeft: 10 } })
    expect(await getSignedInEmail(browser)).toBe(person.email)
    expect((await trail(person.email))[0]).toBe('signed_in')
    expect((await mailTo(person.email, /sign-in/)).subject).toBe('New sign-in to your Duo account')
    expect(await browser.call('auth.secondStep')).toMatchObject(stepExpired)
  })

  test('work only once, including the setup code, and older codes are rejected afterwards', async () => {
    const { person, secret } = await withCodes()
    const first = await challenged(person)
    const code = codeOf(secret)
    expect((await first.browser.call('auth.passStepByCode', { code })).data).toMatchObject({ error: null })
    const second = await challenged(person)
    expect(await second.browser.call('auth.passStepByCode', { code })).toMatchObject(usedCodeAnswer)
    expect(await second.browser.call('auth.passStepByCode', { code: codeOf(secret, -1) })).toMatchObject(usedCodeAnswer)

    const { browser, person: other } = await member()
    const fresh = await enrolCodes(browser)
    const step = await challenged(other)
    expect(await step.browser.call('auth.passStepByCode', { code: fresh.code })).toMatchObject(usedCodeAnswer)
  })

  test.each([2, 240, -240])(
    '%i steps away are refused, and the response names the clock; one step away is accepted',
    async (away) => {
      const { person, secret } = await withCodes()
      await nextCode(person.email)
      await earlyInStep()
      const { browser } = await challenged(person)
      const clockOff = { data: { error: 'clock_off', clockOff: away * 30 } }
      expect(await browser.call('auth.passStepByCode', { code: codeOf(secret, away) })).toMatchObject(clockOff)
      expect(await getSignedInEmail(browser)).toBeUndefined()
      expect((await trail(person.email))[0]).toBe('second_factor_refused')
      const code = codeOf(secret, Math.sign(away))
      expect((await browser.call('auth.passStepByCode', { code })).data).toMatchObject({ error: null })
      const again = await challenged(person)
      expect(await again.browser.call('auth.passStepByCode', { code })).toMatchObject(usedCodeAnswer)
    },
  )

  test('that were recognised before their time do not work when it comes', async () => {
    const { person, secret } = await withCodes()
    await nextCode(person.email)
    await earlyInStep()
    const { browser } = await challenged(person)
    // of the code, not of a later moment, which may be in the next step
    const spoilt = stepAt(Date.now()) + 240
    const { data } = await browser.call('auth.passStepByCode', { code: codeOf(secret, 240) })
    expect(data).toMatchObject({ error: 'clock_off' })
    const { id } = await app.db.selectFrom('auth_user').where('email', '=', person.email).select('id').executeTakeFirstOrThrow()
    expect(await consumeTimeStep(app.db, id, { step: spoilt, newest: spoilt + 1 })).toBe(false)
    expect(await consumeTimeStep(app.db, id, { step: spoilt - 1, newest: spoilt + 1 })).toBe(true)
  })

  test('are accepted from only one of two browsers that send the same code concurrently', async () => {
    const { person, secret } = await withCodes()
    const both = [await challenged(person), await challenged(person)]
    const code = codeOf(secret)
    const answers = await Promise.all(both.map(({ browser }) => browser.call('auth.passStepByCode', { code })))
    expect(answers.map(({ data }) => String((data as Refusal).error)).sort()).toEqual(['null', 'used_code'])
  })

  test('end the second step after five wrong codes and record the failures', async () => {
    const { person, secret } = await withCodes()
    const { browser } = await challenged(person)
    for (let i = 0; i < 5; i++)
      expect(await browser.call('auth.passStepByCode', { code: wrongCode(secret) })).toMatchObject(wrongCodeAnswer)
    expect(await browser.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(stepExpired)
    expect((await trail(person.email))[0]).toBe('second_factor_refused')
  })

  test('are rate-limited for an attacker with the password without locking out the owner’s known device', async () => {
    const { person, secret, browser: own } = await withCodes()
    await own.auth('sign-out')
    const guess = async () => {
      const { browser } = await challenged(person)
      const tries = []
      for (let i = 0; i < 5; i++)
        tries.push(await browser.call('auth.passStepByCode', { code: wrongCode(secret) }, newClientHeaders()))
      return tries
    }
    expect([...(await guess()), ...(await guess())]).toMatchObject(Array.from({ length: 10 }, () => wrongCodeAnswer))
    expect((await guess()).map(({ status }) => status)).toEqual([429, 429, 429, 429, 429])
    await own.auth('sign-in/email', { email: person.email, password })
    expect((await own.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
  })

  test('are still accepted after many sign-ins with a wrong password', async () => {
    const { person, secret } = await withCodes()
    for (let i = 0; i < 12; i++) {
      const { browser, answer } = await challenged(person, 'not-the-password')
      expect(answer.status).toBe(401)
      expect(await browser.call('auth.passStepByCode', { code: '000000' }, newClientHeaders())).toMatchObject(stepExpired)
    }
    const { browser } = await challenged(person)
    expect((await browser.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
  })

  test('are set up only with the password and a code in the session that showed the secret; a new secret replaces it', async () => {
    const { browser, person } = await member()
    expect((await browser.call('auth.startCodes', { password: 'wrong' })).data).toEqual({ error: 'wrong_password' })
    const { secret } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', { email: person.email, password }, newClientHeaders())
    expect((await phone.call('auth.confirmCodes', { code: codeOf(secret) })).data).toEqual({ error: 'setup_over' })
    expect((await browser.call('auth.confirmCodes', { code: wrongCode(secret) })).data).toEqual({ error: 'wrong_code' })
    await earlyInStep()
    const early = await browser.call('auth.confirmCodes', { code: codeOf(secret, 240) })
    expect(early.data).toEqual({ error: 'clock_off', clockOff: 7_200 })
    expect((await browser.call('auth.confirmCodes', { code: codeOf(secret) })).data).toMatchObject({ error: null })
    const again = await enrolCodes(browser)
    expect(again.recoveryCodes).toBeNull()
    await nextCode(person.email)
    const step = await challenged(person)
    expect(await step.browser.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject(wrongCodeAnswer)
    expect((await step.browser.call('auth.passStepByCode', { code: codeOf(again.secret) })).data).toMatchObject({ error: null })
  })

  test('show one secret in every tab of a session, so that the app that scanned it is right', async () => {
    const { browser } = await member()
    const start = async () => (await browser.call('auth.startCodes', { password })).data as { secret: string }
    const [first, second] = [await start(), await start()]
    expect(second.secret).toBe(first.secret)
    const confirm = async (code: string) => (await browser.call('auth.confirmCodes', { code })).data
    expect(await confirm(codeOf(first.secret))).toMatchObject({ error: null })
    // the answer was lost, or another tab asks; but later on the answer says nothing about a code
    expect(await confirm(codeOf(first.secret))).toEqual({ error: 'already_on' })
    expect(await confirm(wrongCode(first.secret))).toEqual({ error: 'setup_over' })
    await sql`update auth_one_time_codes set created_at = now() - interval '31 minutes'`.execute(app.db)
    expect(await confirm(codeOf(first.secret))).toEqual({ error: 'setup_over' })
    expect((await start()).secret).not.toBe(first.secret)
  })

  test('cannot be activated with an expired secret, and the error is not “wrong code”', async () => {
    const { browser } = await member()
    const { secret } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
    await sql`update auth_challenge set expires_at = now() where kind = 'set_up_codes'`.execute(app.db)
    expect((await browser.call('auth.confirmCodes', { code: codeOf(secret) })).data).toEqual({ error: 'setup_over' })
    await enrolCodes(browser)
  })

  test('are removed only with the password, which also removes recovery codes and mails the owner', async () => {
    const { browser, person } = await withCodes()
    expect((await browser.call('auth.removeCodes', { password: 'wrong' })).data).toEqual({ error: 'wrong_password' })
    expect((await browser.call('auth.removeCodes', { password })).data).toEqual({ error: null })
    expect((await mailTo(person.email, /turned off/)).text).toContain('/auth/not-me#')
    expect((await browser.call('auth.account')).data).toMatchObject({
      secondFactors: { passkeys: [], codesSince: null, recoveryCodesLeft: 0 },
    })
    expect((await challenged(person)).answer.body).toMatchObject({ user: { email: person.email } })
    expect((await browser.call('auth.removeCodes', { password })).status).toBe(404)
  })

  test('leave no plaintext secret or recovery code in the database, and no secret in the data export', async () => {
    const { person, secret, recoveryCodes } = await withCodes()
    const rows = JSON.stringify([
      await app.db.selectFrom('auth_one_time_codes').selectAll().execute(),
      await app.db.selectFrom('auth_recovery_code').selectAll().execute(),
      await app.db.selectFrom('auth_challenge').selectAll().execute(),
    ])
    expect(rows).not.toContain(secret)
    for (const code of recoveryCodes) expect(rows).not.toContain(code.replaceAll('-', ''))
    const { browser } = await challenged(person)
    await browser.call('auth.passStepByCode', { code: codeOf(secret) })
    const { data } = await browser.call('auth.download')
    const { second_factors: factors } = (data as { document: { second_factors: object } }).document
    expect(factors).toMatchObject({ passkeys: [], recoveryCodesLeft: 10, codesSince: expect.any(String) })
    expect(JSON.stringify(data)).not.toContain(secret)
  })
})

describe('recovery codes', () => {
  test('sign in once each, ignoring case, separators and the keyboard’s digits, and notify the owner', async () => {
    const { person, recoveryCodes } = await withCodes()
    expect(new Set(recoveryCodes).size).toBe(10)
    const [code = ''] = recoveryCodes
    const { browser } = await challenged(person)
    const wide = code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    const typed = ` ${wide.toUpperCase().replaceAll('-', ' ')} `
    expect(await browser.call('auth.passStepByRecoveryCode', { code: typed })).toMatchObject({ data: { recoveryCodesLeft: 9 } })
    expect((await mailTo(person.email, /recovery code/)).text).toContain('/auth/not-me#')
    expect(await trail(person.email)).toContain('recovery_code_used')
    const again = await challenged(person)
    expect(await again.browser.call('auth.passStepByRecoveryCode', { code })).toMatchObject(wrongCodeAnswer)
  })

  test('are accepted from only one of four devices that send the same code concurrently', async () => {
    const { person, recoveryCodes } = await withCodes()
    const all = await Promise.all(Array.from({ length: 4 }, () => challenged(person)))
    const answers = await Promise.all(
      all.map(({ browser }) => browser.call('auth.passStepByRecoveryCode', { code: recoveryCodes[0] })),
    )
    const errors = answers.map(({ data }) => String((data as Refusal).error)).sort()
    expect(errors).toEqual(['null', 'wrong_code', 'wrong_code', 'wrong_code'])
  })

  test('are replaced by new ones, and those of another account are rejected', async () => {
    const mine = await withCodes()
    const other = await withCodes()
    const { data } = await mine.browser.call('auth.newRecoveryCodes', { password })
    const { recoveryCodes } = data as { recoveryCodes: string[] }
    expect((await mailTo(mine.person.email, /new recovery codes/)).subject).toBeTruthy()
    const { browser } = await challenged(mine.person)
    expect(await browser.call('auth.passStepByRecoveryCode', { code: mine.recoveryCodes[0] })).toMatchObject(wrongCodeAnswer)
    expect(await browser.call('auth.passStepByRecoveryCode', { code: other.recoveryCodes[0] })).toMatchObject(wrongCodeAnswer)
    expect(await browser.call('auth.passStepByCode', { code: codeOf(other.secret) })).toMatchObject(wrongCodeAnswer)
    expect((await browser.call('auth.passStepByRecoveryCode', { code: recoveryCodes[0] })).data).toMatchObject({ error: null })
  })
})

describe('a passkey', () => {
  test('passes the second step once for each challenge', async () => {
    const { browser: own, person } = await member()
    const { key, added } = await enrolPasskey(own, app.url)
    expect(added.recoveryCodes).toHaveLength(10)
    expect((await mailTo(person.email, /passkey was added/)).text).toContain('/auth/not-me#')
    const { browser } = await challenged(person)
    expect((await browser.call('auth.secondStep')).data).toMatchObject({ methods: ['passkey', 'recovery_code'] })
    const { options } = (await browser.call('auth.stepPasskeyOptions')).data as { options: never }
    const response = key.sign(options)
    const another = await challenged(person)
    await another.browser.call('auth.stepPasskeyOptions')
    expect(await another.browser.call('auth.passStepByPasskey', { response })).toMatchObject(passkeyRefusedAnswer)
    expect(await browser.call('auth.passStepByPasskey', { response })).toMatchObject({
      data: { error: null, recoveryCodesLeft: 10 },
    })
    expect(await getSignedInEmail(browser)).toBe(person.email)
    expect(await another.browser.call('auth.passStepByPasskey', { response })).toMatchObject(passkeyRefusedAnswer)
  })

  test.each([
    ['for another site', { origin: 'https://evil.example' }],
    ['without user verification', { verified: false }],
    ['whose counter shows that it is a copy', { counter: 1 }],
  ])('%s is refused', async (_name, claims) => {
    const { browser: own, person } = await member()
    const { key } = await enrolPasskey(own, app.url)
    const first = testBrowser(app.url)
    const { data: before } = await first.call('auth.passkeySignInOptions')
    expect((await first.call('auth.signInWithPasskey', { response: key.sign(before as never) })).data).toMatchObject({
      error: null,
    })
    const browser = testBrowser(app.url)
    const { data: body } = await browser.call('auth.passkeySignInOptions')
    expect(await browser.call('auth.signInWithPasskey', { response: key.sign(body as never, claims) })).toMatchObject(
      passkeyRefusedAnswer,
    )
    expect(await getSignedInEmail(browser)).toBeUndefined()
    expect(person.email).toBeTruthy()
  })

  test('signs in on its own, once, and only in the browser that requested the challenge', async () => {
    const { browser: own, person } = await member()
    const { key } = await enrolPasskey(own, app.url)
    const browser = testBrowser(app.url)
    const { data: options } = await browser.call('auth.passkeySignInOptions')
    expect(options).not.toHaveProperty('allowCredentials')
    const cookie = browser.cookies.get('duo.passkey') ?? ''
    const response = key.sign(options as never)
    expect(await testBrowser(app.url).call('auth.signInWithPasskey', { response })).toMatchObject(passkeyRefusedAnswer)
    expect(await browser.call('auth.signInWithPasskey', { response })).toMatchObject({ data: { user: { email: person.email } } })
    expect(await getSignedInEmail(browser)).toBe(person.email)
    expect((await mailTo(person.email, /New sign-in/)).subject).toBeTruthy()
    const thief = testBrowser(app.url)
    thief.cookies.set('duo.passkey', cookie)
    expect(await thief.call('auth.signInWithPasskey', { response })).toMatchObject(passkeyRefusedAnswer)
  })

  test('is added once, with a name, in the session that requested the challenge; other users cannot change it', async () => {
    const { browser, person } = await member()
    const phone = testBrowser(app.url)
    await phone.auth('sign-in/email', { email: person.email, password }, newClientHeaders())
    const key = testAuthenticator(app.url)
    const { options } = (await browser.call('auth.passkeyOptions', { password })).data as { options: { challenge: string } }
    const response = key.create(options)
    expect((await phone.call('auth.addPasskey', { response, name: 'Phone' })).data).toEqual({ error: 'refused' })
    expect((await browser.call('auth.addPasskey', { response, name: ' ' })).fields).toEqual({ name: 'name_required' })
    const answers = await Promise.all([1, 2].map(() => browser.call('auth.addPasskey', { response, name: 'Laptop' })))
    expect(answers.map(({ data }) => (data as { error: string | null }).error).sort()).toEqual([null, 'refused'].sort())
    const { secondFactors } = (await browser.call('auth.account')).data as { secondFactors: { passkeys: { id: string }[] } }
    expect(secondFactors.passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    const [{ id } = { id: '' }] = secondFactors.passkeys
    const otherUser = await member()
    expect((await otherUser.browser.call('auth.renamePasskey', { id, name: 'Mine' })).status).toBe(404)
    expect((await otherUser.browser.call('auth.removePasskey', { id, password })).status).toBe(404)
    expect((await browser.call('auth.renamePasskey', { id, name: 'Work laptop' })).data).toEqual({ error: null })
    expect((await browser.call('auth.removePasskey', { id, password })).data).toEqual({ error: null })
    expect((await challenged(person)).answer.body).toMatchObject({ user: { email: person.email } })
  })

  test('cannot be added without user verification or for another site', async () => {
    const { browser } = await member()
    for (const claims of [{ verified: false }, { origin: 'https://evil.example' }]) {
      const { options } = (await browser.call('auth.passkeyOptions', { password })).data as { options: { challenge: string } }
      const response = testAuthenticator(app.url).create(options, claims)
      expect((await browser.call('auth.addPasskey', { response, name: 'Laptop' })).data).toEqual({ error: 'refused' })
    }
  })
})

test('“That wasn’t me” removes only the disputed factor, and only on a known device', async () => {
  const { browser, person, secret } = await withCodes()
  await enrolPasskey(browser, app.url)
  const token = await tokenOf(person.email, /passkey was added/)
  const recovered = async (newPassword: string) => {
    const link = await tokenOf(person.email, /Choose a new password/)
    await testBrowser(app.url).call('auth.resetPassword', { token: link, newPassword })
    return (await challenged(person, newPassword)).browser
  }

  expect(await testBrowser(app.url).call('auth.dispute', { token })).toMatchObject({ data: { mailed: 'here' } })
  const mailboxOnly = await recovered('another-password-7')
  expect((await mailboxOnly.call('auth.secondStep')).data).toMatchObject({ methods: ['passkey', 'code', 'recovery_code'] })

  expect(await browser.call('auth.dispute', { token })).toMatchObject({ data: { mailed: 'here' } })
  const owner = await recovered('a-third-password-8')
  expect((await owner.call('auth.secondStep')).data).toMatchObject({ methods: ['code', 'recovery_code'] })
  expect((await owner.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
  expect(await browser.call('auth.dispute', { token })).toMatchObject({ data: { error: 'invalid_link' } })
})

test('a used link of “That wasn’t me” leaves later recovery codes alone', async () => {
  const { browser, person, secret } = await withCodes()
  await browser.call('auth.newRecoveryCodes', { password })
  const token = await tokenOf(person.email, /new recovery codes/)
  expect(await browser.call('auth.dispute', { token })).toMatchObject({ data: { error: null } })
  const link = await tokenOf(person.email, /Choose a new password/)
  const newPassword = 'another-password-7'
  await browser.call('auth.resetPassword', { token: link, newPassword })
  await browser.auth('sign-in/email', { email: person.email, password: newPassword })
  await browser.call('auth.passStepByCode', { code: codeOf(secret) })
  expect(await browser.call('auth.newRecoveryCodes', { password: newPassword })).toMatchObject({ data: { error: null } })
  expect(await browser.call('auth.dispute', { token })).toMatchObject({ data: { error: 'invalid_link' } })
  expect(await browser.call('auth.account')).toMatchObject({ data: { secondFactors: { recoveryCodesLeft: 10 } } })
})
