import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { codeOf, enrolPasskey, factorApp, getSignedInEmail, newClientHeaders } from '@duo/server/testing/second-factors.ts'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { allJobs, maintenanceTasks, onRestored } from '#server.ts'

const {
  app,
  inbox,
  signInToChallenge: challenged,
  idOf,
  mailTo,
  move,
  nextCode,
  reset,
  tokenOf,
  trail,
  withCodes,
} = await factorApp()

const wanted = /wants to remove your two-step/
const staysOn = /stays on/

/** An account with an active recovery, and the browser that requested it. */
async function startRecovery() {
  const member = await withCodes()
  const step = (await challenged(member.person)).browser
  const answer = await step.call('auth.startFactorRecovery')
  return { ...member, step, answer }
}

/** Moves an account's recovery some days into the past. */
async function ageRecovery(email: string, days: number) {
  const back = sql<Date>`ripe_at - make_interval(secs => ${days * 86_400})`
  await app.db
    .updateTable('auth_factor_recovery')
    .set({
      ripe_at: back,
      lapses_at: sql<Date>`lapses_at - make_interval(secs => ${days * 86_400})`,
      ended_at: sql<Date>`ended_at - make_interval(secs => ${days * 86_400})`,
    })
    .where('user_id', '=', await idOf(email))
    .execute()
}

const requiresSecondStep = async (person: { email: string }) => (await challenged(person)).answer.body?.secondFactor === true
const recoveryOf = async (browser: ReturnType<typeof testBrowser>) =>
  ((await browser.call('auth.secondStep')).data as { recovery: unknown }).recovery

test('a recovery waits seven days and is shown and mailed at once; a repeated request does not restart it', async () => {
  const { person, step, answer, browser } = await startRecovery()
  const { ripeAt } = answer.data as { ripeAt: string }
  expect((Date.parse(ripeAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
  expect((await mailTo(person.email, wanted)).text).toContain('/auth/cancel-recovery#')
  expect((await trail(person.email))[0]).toBe('factor_recovery_asked')
  await ageRecovery(person.email, 3)
  const again = (await challenged(person)).browser
  const repeated = (await again.call('auth.startFactorRecovery')).data as { ripeAt: string }
  expect((Date.parse(repeated.ripeAt) - Date.now()) / 86_400_000).toBeCloseTo(4, 2)
  expect(await recoveryOf(again)).toMatchObject({ ripeAt: repeated.ripeAt, lapsesAt: expect.any(String) })
  expect(await recoveryOf(step)).toMatchObject({ ripeAt: repeated.ripeAt })
  expect((await browser.call('auth.account')).data).toMatchObject({ secondFactors: { recovery: { ripeAt: repeated.ripeAt } } })
  expect((await trail(person.email)).filter((kind) => kind === 'factor_recovery_asked')).toHaveLength(1)
  expect(await requiresSecondStep(person)).toBe(true)
})

test('a recovery cannot be requested without the first factor', async () => {
  const { person } = await withCodes()
  const { browser } = await challenged(person, 'not-the-password')
  expect(await browser.call('auth.startFactorRecovery')).toMatchObject({ data: { error: 'step_over' } })
})

test('a recovery is neither offered nor started without mail, but an active one is still shown', async () => {
  const { step: running } = await startRecovery()
  const { person } = await withCodes()
  const { browser } = await challenged(person)
  onTestFinished(() => {
    app.appContext.sendsMail = true
  })
  app.appContext.sendsMail = false
  expect((await browser.call('auth.secondStep')).data).toMatchObject({ canRecover: false, recovery: null })
  expect(await browser.call('auth.startFactorRecovery')).toMatchObject({ data: { error: 'mail_off' } })
  expect(await recoveryOf(browser)).toBeNull()
  expect(await trail(person.email)).not.toContain('factor_recovery_asked')
  expect((await running.call('auth.startFactorRecovery')).data).toMatchObject({ error: null })
})

test('two concurrent requests start one recovery', async () => {
  const { person } = await withCodes()
  const both = await Promise.all([challenged(person), challenged(person)])
  const answers = await Promise.all(both.map(({ browser }) => browser.call('auth.startFactorRecovery')))
  expect(answers[0]?.data).toEqual(answers[1]?.data)
  expect(answers[0]?.data).toMatchObject({ error: null })
})

describe('a recovery is cancelled', () => {
  type StartedRecovery = Awaited<ReturnType<typeof startRecovery>>
  test.each<[string, (of: StartedRecovery) => Promise<unknown>]>([
    [
      'by the link in its mail',
      async ({ person }) => {
        const token = await tokenOf(person.email, wanted)
        const call = () => testBrowser(app.url).call('auth.cancelFactorRecoveryByLink', { token }, newClientHeaders())
        expect((await call()).data).toEqual({ error: null })
        expect((await call()).data).toEqual({ error: 'invalid_link' })
      },
    ],
    ['from the account page', ({ browser }) => browser.call('auth.cancelFactorRecovery')],
    ['from the second step', ({ step }) => step.call('auth.cancelFactorRecoveryFromStep')],
    ['by a code at the second step', ({ step, secret }) => step.call('auth.passStepByCode', { code: codeOf(secret) })],
    [
      'by a sign-in with a passkey',
      async ({ browser }) => {
        const { key } = await enrolPasskey(browser, app.url)
        const phone = testBrowser(app.url)
        const { data: body } = await phone.call('auth.passkeySignInOptions')
        expect((await phone.call('auth.signInWithPasskey', { response: key.sign(body as never) })).data).toMatchObject({
          error: null,
        })
      },
    ],
  ])('%s, which mails the owner and blocks a new one for a day', async (_name, cancel) => {
    const of = await startRecovery()
    const { person } = of
    await cancel(of)
    expect((await mailTo(person.email, staysOn)).text).toContain('/auth/not-me#')
    expect(await trail(person.email)).toContain('factor_recovery_cancelled')
    const step = (await challenged(person)).browser
    expect(await recoveryOf(step)).toBeNull()
    const refused = await step.call('auth.startFactorRecovery')
    expect(refused.data).toMatchObject({ error: 'recovery_cancelled' })
    expect((refused.data as { retryAfterSeconds: number }).retryAfterSeconds / 3600).toBeCloseTo(24, 1)
    await ageRecovery(person.email, 1)
    expect((await step.call('auth.startFactorRecovery')).data).toMatchObject({ error: null })
  })

  test('by the link mailed to an old address; an earlier link does not cancel a later recovery', async () => {
    const { browser, person } = await withCodes()
    const { email, open } = await move(browser)
    await open()
    const step = (await challenged({ email })).browser
    expect((await step.call('auth.startFactorRecovery')).data).toMatchObject({ error: null })
    const token = await tokenOf(person.email, wanted)
    expect((await mailTo(email, wanted)).text).toContain('/auth/cancel-recovery#')
    expect((await browser.call('auth.cancelFactorRecoveryByLink', { token })).data).toEqual({ error: null })
    await ageRecovery(email, 1)
    await step.call('auth.startFactorRecovery')
    expect((await browser.call('auth.cancelFactorRecoveryByLink', { token })).data).toEqual({ error: 'invalid_link' })
    expect(await recoveryOf(step)).not.toBeNull()
  })
})

describe('a recovery is voided by', () => {
  test('a password reset, because access to the mailbox alone must wait again', async () => {
    const { person } = await startRecovery()
    await reset(person.email, 'another-password-7')
    await ageRecovery(person.email, 8)
    const { browser, answer } = await challenged(person, 'another-password-7')
    expect(answer.body).toEqual({ secondFactor: true })
    expect(await recoveryOf(browser)).toBeNull()
    expect((await browser.call('auth.startFactorRecovery')).data).toMatchObject({ error: null })
  })

  test('“That wasn’t me”', async () => {
    const member = await withCodes()
    await member.browser.call('auth.newRecoveryCodes', { password })
    const token = await tokenOf(member.person.email, /new recovery codes/)
    const { browser } = await challenged(member.person)
    await browser.call('auth.startFactorRecovery')
    await testBrowser(app.url).call('auth.dispute', { token })
    const ended = await app.db
      .selectFrom('auth_factor_recovery')
      .where('user_id', '=', await idOf(member.person.email))
      .select('ended_as')
      .execute()
    expect(ended).toEqual([{ ended_as: 'voided' }])
    const codes = await app.db
      .selectFrom('auth_one_time_codes')
      .where('user_id', '=', await idOf(member.person.email))
      .select('user_id')
      .execute()
    expect(codes).toHaveLength(1)
  })

  test('an e-mail change', async () => {
    const { browser, person } = await startRecovery()
    const { email, open } = await move(browser)
    await open()
    await ageRecovery(email, 8)
    expect(await requiresSecondStep({ email })).toBe(true)
    expect(person.email).not.toBe(email)
  })

  test('removing the last factor', async () => {
    const { browser, person } = await startRecovery()
    await browser.call('auth.removeCodes', { password })
    expect((await browser.call('auth.account')).data).toMatchObject({ secondFactors: { recovery: null } })
    expect(await getSignedInEmail((await challenged(person)).browser)).toBe(person.email)
  })
})

describe('after the waiting period of a recovery', () => {
  test('the next sign-in needs only the first factor, removes all second factors once and mails the owner', async () => {
    const { person, secret, recoveryCodes } = await startRecovery()
    await ageRecovery(person.email, 6.99)
    expect(await requiresSecondStep(person)).toBe(true)
    const waiting = (await challenged(person)).browser
    await ageRecovery(person.email, 0.02)
    const all = await Promise.all(Array.from({ length: 3 }, () => challenged(person)))
    expect(all.map(({ answer }) => answer.status)).toEqual([200, 200, 200])
    expect((await trail(person.email)).filter((kind) => kind === 'factors_removed')).toHaveLength(1)
    expect((await mailTo(person.email, /was removed/)).text).toContain('/auth/not-me#')
    for (const [path, code] of [
      ['passStepByCode', codeOf(secret)],
      ['passStepByRecoveryCode', recoveryCodes[0]],
    ])
      expect(await waiting.call(`auth.${path}`, { code })).toMatchObject({ data: { error: 'step_over' } })
    expect((await all[0]?.browser.call('auth.account'))?.data).toMatchObject({
      secondFactors: { codesSince: null, recoveryCodesLeft: 0, recovery: null },
    })
  })

  test('every address of the account gets the mail about the removal', async () => {
    const { browser, person } = await withCodes()
    const { email, open } = await move(browser)
    await open()
    await (await challenged({ email })).browser.call('auth.startFactorRecovery')
    await ageRecovery(email, 7.01)
    expect(await getSignedInEmail((await challenged({ email })).browser)).toBe(email)
    expect((await mailTo(email, /was removed/)).text).toContain('/auth/not-me#')
    // the old mailbox may have another owner
    expect((await mailTo(person.email, /was removed/)).text).not.toContain('/auth/not-me')
  })

  test('a sign-in still requires the first factor, and the recovery expires after seven more days', async () => {
    const { person } = await startRecovery()
    await ageRecovery(person.email, 7.01)
    expect((await challenged(person, 'not-the-password')).answer.status).toBe(401)
    await ageRecovery(person.email, 7)
    const { browser, answer } = await challenged(person)
    expect(answer.body).toEqual({ secondFactor: true })
    expect(await recoveryOf(browser)).toBeNull()
    const { ripeAt } = (await browser.call('auth.startFactorRecovery')).data as { ripeAt: string }
    expect((Date.parse(ripeAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2)
  })

  test('a password that was replaced after its check does not use the recovery', async () => {
    const { person, browser } = await startRecovery()
    await ageRecovery(person.email, 7.01)
    const { verify } = app.appContext.passwords
    const checking = vi.spyOn(app.appContext.passwords, 'verify').mockImplementationOnce(async (...input) => {
      const isRight = await verify(...input)
      await browser.call('auth.changePassword', { currentPassword: password, newPassword: 'another-password-7' })
      return isRight
    })
    onTestFinished(() => checking.mockRestore())
    expect((await challenged(person)).answer.status).toBe(401)
    expect((await browser.call('auth.account')).data).toMatchObject({ secondFactors: { codesSince: expect.any(String) } })
  })

  test('a one-time code still signs in, which ends the recovery', async () => {
    const { person, secret } = await startRecovery()
    const step = (await challenged(person)).browser
    await ageRecovery(person.email, 7.01)
    expect((await step.call('auth.passStepByCode', { code: codeOf(secret) })).data).toMatchObject({ error: null })
    await nextCode(person.email)
    expect(await requiresSecondStep(person)).toBe(true)
  })
})

test('a recovery sends a mail one day before its wait ends and when it ends, but none after a cancellation', async () => {
  const notice = allJobs.find(({ name }) => name === 'auth.factor_recovery_notice')
  const waiting = async (recoveryId: string) =>
    (
      await sql<{ mail: string; days: number }>`
        select data->'payload'->>'mail' as mail, round(extract(epoch from start_after - now()) / 86400)::int as days
        from pgboss.job where name = 'auth.factor_recovery_notice' and data->'payload'->>'recoveryId' = ${recoveryId}
        order by start_after`.execute(app.db)
    ).rows
  const { person, browser } = await startRecovery()
  const [recovery] = await app.db
    .selectFrom('auth_factor_recovery')
    .where('user_id', '=', await idOf(person.email))
    .select('id')
    .execute()
  const recoveryId = recovery?.id ?? ''
  expect(await waiting(recoveryId)).toEqual([
    { mail: 'factor_recovery_soon', days: 6 },
    { mail: 'factor_recovery_ripe', days: 7 },
  ])
  const run = (mail: string) =>
    notice?.perform(
      { db: app.db } as never,
      { recoveryId, mail },
      { messageId: 'm', attempt: 1, signal: new AbortController().signal },
    )
  await run('factor_recovery_soon')
  expect((await mailTo(person.email, /^Tomorrow/)).text).toContain('/auth/cancel-recovery#')
  await run('factor_recovery_ripe')
  expect((await mailTo(person.email, /^The next sign-in/)).text).toContain('/auth/cancel-recovery#')
  await browser.call('auth.cancelFactorRecovery')
  await mailTo(person.email, staysOn)
  await run('factor_recovery_ripe')
  await expect.poll(() => app.db.selectFrom('auth_mail').where('email', '=', person.email).select('kind').execute()).toEqual([])
  expect(inbox.arrived.filter(({ to }) => to === person.email)).toEqual([])
})

test('a recovery sends its mails in the language of the account', async () => {
  const { person } = await withCodes({ language: 'pt' })
  const { browser } = await challenged(person)
  await browser.call('auth.startFactorRecovery')
  const mail = await mailTo(person.email, /remover sua verificação em duas etapas/)
  expect(mail.text).toContain('/pt/auth/cancel-recovery#')
})

test('maintenance deletes old recoveries, and expired steps and challenges', async () => {
  const { person, step, browser } = await startRecovery()
  const userId = await idOf(person.email)
  await browser.call('auth.startCodes', { password })
  await step.call('auth.cancelFactorRecoveryFromStep')
  await ageRecovery(person.email, 31)
  for (const table of ['auth_second_step', 'auth_challenge'] as const)
    await app.db
      .updateTable(table)
      .set({ expires_at: new Date(0) })
      .execute()
  for (const { run } of maintenanceTasks.filter(({ name }) => /purge_(?:second_steps|challenges|factor_recoveries)$/.test(name)))
    await run(app.db, app.appContext)
  for (const table of ['auth_second_step', 'auth_factor_recovery'] as const)
    expect(await app.db.selectFrom(table).where('user_id', '=', userId).select('id').execute(), table).toEqual([])
  expect(await app.db.selectFrom('auth_challenge').select('id').execute()).toEqual([])
})

test('restoring a backup voids pending steps and recoveries', async () => {
  const { person, step, secret } = await startRecovery()
  await ageRecovery(person.email, 7.01)
  for (const forget of onRestored) await forget(app.db)
  expect(await step.call('auth.passStepByCode', { code: codeOf(secret) })).toMatchObject({ data: { error: 'step_over' } })
  expect(await requiresSecondStep(person)).toBe(true)
})
