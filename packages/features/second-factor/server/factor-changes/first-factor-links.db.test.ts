import { password, testBrowser, tokenIn } from '@duo/server/testing/accounts.ts'
import {
  type Browser,
  codeOf,
  enrolCodes,
  enrolPasskey,
  factorApp,
  getSignedInEmail,
  newClientHeaders,
} from '@duo/server/testing/second-factors.ts'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'

const { app, inbox, idOf, member, move, reset, signInToChallenge, tokenOf, trail } = await factorApp()

const staleLink = { data: { error: 'invalid_link' } }

/** An owner, and an intruder who has signed in with the password. */
async function makeIntrudedAccount() {
  const { browser: owner, person } = await member()
  const intruder = testBrowser(app.url)
  await intruder.auth('sign-in/email', { email: person.email, password }, newClientHeaders())
  return { owner, intruder, person }
}

const openLink = (token: string) => testBrowser(app.url).call('auth.confirmEmail', { token }, newClientHeaders())
const pendingEmail = async (browser: Browser) =>
  ((await browser.call('auth.account')).data as { pendingEmail: string | null }).pendingEmail

async function changeEmail(browser: Browser, email: string) {
  await browser.call('auth.changeEmail', { email, password })
  return tokenIn((await inbox.next(email)).text)
}

const firstFactors: [string, (owner: Browser) => Promise<unknown>][] = [
  ['one-time codes', enrolCodes],
  ['a passkey', (owner) => enrolPasskey(owner, app.url)],
]

test.each(firstFactors)('an e-mail change begun with the password alone ends with the first factor: %s', async (_, enrol) => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  const link = await changeEmail(intruder, `intruder-${person.email}`)
  await enrol(owner)
  expect(await openLink(link)).toMatchObject(staleLink)
  expect(await getSignedInEmail(owner)).toBe(person.email)
  expect(await pendingEmail(owner)).toBeNull()
  expect(await trail(person.email)).toContain('email_change_cancelled')
  const { answer } = await signInToChallenge({ email: `intruder-${person.email}` })
  expect(answer.status).toBe(401)
})

test('the owner learns that their own unconfirmed change has ended, and can ask for it again', async () => {
  const { browser, person } = await member()
  const email = `new-${person.email}`
  const link = await changeEmail(browser, email)
  const { secret } = (await browser.call('auth.startCodes', { password })).data as { secret: string }
  const { data } = await browser.call('auth.confirmCodes', { code: codeOf(secret) })
  expect(data).toMatchObject({ error: null, endedEmailChange: true })
  expect(await openLink(link)).toMatchObject(staleLink)
  expect(await (await move(browser, email)).open()).toMatchObject({ data: { status: 'changed' } })
  expect(await getSignedInEmail(browser)).toBe(email)
})

test('a later factor leaves an e-mail change that passed a factor', async () => {
  const { browser, person } = await member()
  await enrolCodes(browser)
  const { email, open } = await move(browser, `new-${person.email}`)
  const { added } = await enrolPasskey(browser, app.url)
  expect(added).toMatchObject({ error: null, endedEmailChange: false })
  expect(await open()).toMatchObject({ data: { status: 'changed' } })
  expect(await getSignedInEmail(browser)).toBe(email)
})

test('an e-mail change whose password was checked before the first factor is refused after it', async () => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  const { secret } = (await owner.call('auth.startCodes', { password })).data as { secret: string }
  const calls = await app.db.transaction().execute(async (tx) => {
    await sql`select from auth_user where id = ${await idOf(person.email)} for update`.execute(tx)
    const waiting = (count: number) =>
      vi.waitUntil(
        async () => {
          const { rows } = await sql`
            select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx)
          return rows.length === count
        },
        { timeout: 10_000, interval: 20 },
      )
    const confirmed = owner.call('auth.confirmCodes', { code: codeOf(secret) })
    await waiting(1)
    const changed = intruder.call('auth.changeEmail', { email: `intruder-${person.email}`, password })
    await waiting(2)
    return { confirmed, changed }
  })
  expect(await calls.confirmed).toMatchObject({ data: { error: null, endedEmailChange: false } })
  expect(await calls.changed).toMatchObject({ status: 401 })
  expect(await pendingEmail(owner)).toBeNull()
})

test('a link for a new password from before the first factor ends with it; a new one works and asks for the factor', async () => {
  const { owner, intruder, person } = await makeIntrudedAccount()
  await intruder.call('auth.requestPasswordReset', { email: person.email }, newClientHeaders())
  const old = await tokenOf(person.email, /Choose a new password/)
  await enrolCodes(owner)
  expect(await testBrowser(app.url).call('auth.resetPassword', { token: old, newPassword: 'another-password-7' })).toMatchObject(
    staleLink,
  )
  expect(await reset(person.email, 'another-password-7', owner)).toMatchObject({ data: { error: null } })
  const { answer } = await signInToChallenge(person, 'another-password-7')
  expect(answer.body).not.toHaveProperty('user')
})
