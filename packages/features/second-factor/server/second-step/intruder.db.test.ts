import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import {
  type Browser,
  codeOf,
  enrolCodes,
  enrolPasskey,
  factorApp,
  getSignedInEmail,
  newClientHeaders,
  passkeyRefusedAnswer,
  type testAuthenticator,
  wrongCode,
} from '@duo/server/testing/second-factors.ts'
import { expect, test } from 'vitest'

const { app, inbox, signInToChallenge: challenged, idOf, member, move, tokenOf, withCodes } = await factorApp()

/** An owner with a known device, and an intruder who has signed in with the password. */
async function makeIntrudedAccount() {
  const { browser: owner, person } = await member()
  const intruder = testBrowser(app.url)
  await intruder.auth('sign-in/email', { email: person.email, password }, newClientHeaders())
  return { owner, intruder, person }
}

async function byPasskey(key: ReturnType<typeof testAuthenticator>) {
  const browser = testBrowser(app.url)
  const { data: body } = await browser.call('auth.passkeySignInOptions')
  return browser.call('auth.signInWithPasskey', { response: key.sign(body as never) }, newClientHeaders())
}

const notMe = (browser: Browser, token: string) => browser.call('auth.dispute', { token }, newClientHeaders())

test('restoring the address on a known device removes a passkey added after the e-mail change', async () => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  await (await move(intruder)).open()
  const { key } = await enrolPasskey(intruder, app.url)
  expect((await byPasskey(key)).data).toMatchObject({ error: null })
  expect(await notMe(owner, await tokenOf(person.email, /has a new email/))).toMatchObject({ data: { mailed: 'here' } })
  expect(await byPasskey(key)).toMatchObject(passkeyRefusedAnswer)
  const link = await tokenOf(person.email, /Choose a new/)
  expect(
    (await testBrowser(app.url).call('auth.resetPassword', { token: link, newPassword: 'another-password-7' })).data,
  ).toEqual({ error: null })
  expect((await challenged(person, 'another-password-7')).answer.body).toMatchObject({ user: { email: person.email } })
})

/** An account whose e-mail an intruder has changed twice, restored by its owner. */
async function makeRestoredAccount() {
  const { owner, intruder, person } = await makeIntrudedAccount()
  const first = await move(intruder)
  await first.open()
  const second = await move(intruder)
  await second.open()
  expect(await notMe(owner, await tokenOf(person.email, /has a new email/))).toMatchObject({ data: { mailed: 'here' } })
  return { owner, intruder, person, ownerEmail: first.email }
}

test('addresses set by an intruder get no recovery mail once the change is disputed', async () => {
  const { owner, person } = await makeRestoredAccount()
  const link = await tokenOf(person.email, /Choose a new/)
  await owner.call('auth.resetPassword', { token: link, newPassword: 'another-password-7' }, newClientHeaders())
  const { browser: phone } = await challenged(person, 'another-password-7')
  await enrolCodes(phone, 'another-password-7')
  const { browser } = await challenged(person, 'another-password-7')
  expect((await browser.call('auth.startFactorRecovery')).data).toMatchObject({ error: null })
  const id = await idOf(person.email)
  await expect.poll(() => app.db.selectFrom('auth_mail').where('user_id', '=', id).select('email').execute()).toEqual([])
  const warned = inbox.arrived.filter(({ subject }) => /wants to remove/.test(subject)).map(({ to }) => to)
  expect(warned).toEqual([person.email])
})

test('an intruder cannot take over the account again with the link mailed to their address', async () => {
  const { intruder, person, ownerEmail } = await makeRestoredAccount()
  const stale = { data: { error: 'invalid_link' } }
  expect(await notMe(intruder, await tokenOf(ownerEmail, /has a new email/))).toMatchObject(stale)
  expect(await idOf(person.email)).toBeTruthy()
})

test('the owner’s device can remove a passkey added before the e-mail change through the mail about it', async () => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  const { key } = await enrolPasskey(intruder, app.url)
  const added = await tokenOf(person.email, /passkey was added/)
  await (await move(intruder)).open()
  const moved = await tokenOf(person.email, /has a new email/)
  expect(await notMe(owner, moved)).toMatchObject({ data: { mailed: 'here' } })
  expect(await notMe(owner, added)).toMatchObject({ data: { mailed: 'here' } })
  expect(await byPasskey(key)).toMatchObject(passkeyRefusedAnswer)
})

test('a passkey disputed on an unknown device still passes the second step but cannot sign in on its own', async () => {
  const { intruder, person } = await makeIntrudedAccount()
  const { key } = await enrolPasskey(intruder, app.url)
  expect((await byPasskey(key)).data).toMatchObject({ error: null })
  expect(await notMe(testBrowser(app.url), await tokenOf(person.email, /passkey was added/))).toMatchObject({
    data: { mailed: 'here' },
  })
  expect(await byPasskey(key)).toMatchObject(passkeyRefusedAnswer)
  const link = await tokenOf(person.email, /Choose a new/)
  await testBrowser(app.url).call('auth.resetPassword', { token: link, newPassword: 'another-password-7' })
  const { browser } = await challenged(person, 'another-password-7')
  const { options } = (await browser.call('auth.stepPasskeyOptions')).data as { options: never }
  expect((await browser.call('auth.passStepByPasskey', { response: key.sign(options) })).data).toMatchObject({
    error: null,
  })
})

test('adding the first factor ends all other sessions', async () => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  await enrolCodes(owner)
  expect(await getSignedInEmail(intruder)).toBeUndefined()
  expect(await getSignedInEmail(owner)).toBe(person.email)
})

test('attempts used up by an intruder do not block the owner’s device after a reset', async () => {
  const { browser: owner, person, secret } = await withCodes()
  for (let step = 0; step < 3; step += 1) {
    const { browser } = await challenged(person)
    for (let tries = 0; tries < 5; tries += 1)
      await browser.call('auth.passStepByCode', { code: wrongCode(secret) }, newClientHeaders())
  }
  const stopped = await challenged(person)
  expect((await stopped.browser.call('auth.passStepByCode', { code: codeOf(secret) }, newClientHeaders())).status).toBe(429)
  await owner.call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
  const link = await tokenOf(person.email, /Choose a new/)
  await owner.call('auth.resetPassword', { token: link, newPassword: 'another-password-7' })
  await owner.auth('sign-in/email', { email: person.email, password: 'another-password-7' }, newClientHeaders())
  expect((await owner.call('auth.passStepByCode', { code: codeOf(secret) }, newClientHeaders())).data).toMatchObject({
    error: null,
  })
})

test('concurrent requests for passkey options or a code secret all succeed', async () => {
  const { browser: owner, person } = await withCodes()
  await enrolPasskey(owner, app.url)
  const { browser } = await challenged(person)
  const answers = await Promise.all([1, 2, 3, 4].map(() => browser.call('auth.stepPasskeyOptions')))
  expect(answers.map(({ data }) => (data as { error: unknown }).error)).toEqual([null, null, null, null])
  const started = await Promise.all([1, 2, 3, 4].map(() => owner.call('auth.startCodes', { password })))
  expect(started.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})
