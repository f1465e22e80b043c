import { makeSignup } from '@duo/db/factories.ts'
import { type TestDatabase, testDatabase } from '@duo/db/testing.ts'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { password, signUp, testBrowser } from '../testing/accounts.ts'
import { testApp } from '../testing/test-app.ts'

const [first, second, third] = [
  'the first secret of a server, 32+',
  'the second secret of a server, 32+',
  'the third secret of a server, 32+',
]
const purpose = ticketPurposes.member

/** Signed with the bare secret, from which each purpose derives a key of its own. */
const bareTicket = (subject: string) =>
  new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime('30d')
    .sign(new TextEncoder().encode(first))

let database: TestDatabase
let app: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  database = await testDatabase()
  app = await testApp({ CONFIRM_EMAIL: 'off' }, database, undefined, await openKeys(database.db, { secret: first }))
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
  await database.close()
})

async function restart(secret: string, ...previous: string[]): Promise<Keys> {
  await app.close()
  app = await testApp({ CONFIRM_EMAIL: 'off' }, database, undefined, await openKeys(database.db, { secret, previous }))
  return app.appContext.secret
}

function returning(browser: ReturnType<typeof testBrowser>) {
  const again = testBrowser(app.url)
  for (const [name, value] of browser.cookies) again.cookies.set(name, value)
  return again
}

const wrapped = async () => (await app.db.selectFrom('data_key').select('wrapped').executeTakeFirstOrThrow()).wrapped

async function withSession() {
  const { person } = await signUp(app)
  const browser = testBrowser(app.url)
  await browser.auth('sign-in/email', person)
  return { browser, person }
}

const ticketFor = (subject: string) => signTicket(app.appContext.secret, { purpose, subject, expiresIn: '30d' })

describe('a rotation of the secret', () => {
  test('keeps sessions, tickets and credits, and encrypts the data key again', async () => {
    const { browser, person } = await withSession()
    const host = await makeSignup(app.db, { confirmed_at: new Date() })
    const mailbox = 'friend@gmail.com'
    const mailbox_hash = keyedHash(app.appContext.secret, 'waitlist mailbox', mailbox)
    const friend = await makeSignup(app.db, { email: mailbox, invited_by: host.id, mailbox_hash, credit: 'counted' })
    await app.db.insertInto('waitlist_credit').values({ inviter_id: host.id, mailbox_hash }).execute()
    const tickets = [await ticketFor(friend.id)]

    const holds = async () => {
      const tab = returning(browser)
      expect(await tab.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
      expect(await tab.call('auth.account')).toMatchObject({ status: 200 })
      for (const ticket of tickets)
        expect(await tab.call('waitlist.status', { ticket })).toMatchObject({
          data: { error: null, status: { email: mailbox } },
        })
    }
    const firstWrapping = await wrapped()
    await restart(second, first)
    await holds()
    expect(await wrapped()).not.toBe(firstWrapping)
    tickets.push(await ticketFor(friend.id))
    await restart(third, second, first)
    await holds()

    // the same mailbox in another spelling gives no second credit
    const again = { email: 'f.riend+2@gmail.com', language: 'en', invitedByCode: host.referral_code, fillTimeMs: 5000 }
    await testBrowser(app.url).call('waitlist.join', again)
    const joined = await app.db
      .selectFrom('waitlist_signup')
      .where('email', '=', again.email)
      .select('fraud_signals')
      .executeTakeFirst()
    expect(joined?.fraud_signals).toEqual(['same_mailbox'])

    const tab = returning(browser)
    const change = { currentPassword: password, newPassword: 'outra-senha-forte-9' }
    expect(await tab.call('auth.changePassword', change)).toMatchObject({ data: { error: null } })
    // better-auth's own endpoints accept the older cookie as well
    expect(await tab.auth('sign-out')).toMatchObject({ status: 200 })
    expect(await returning(browser).call('auth.session')).toMatchObject({ data: null })
  })

  test('rejects signatures of a secret that is no longer listed', async () => {
    const { browser } = await withSession()
    const ticket = await ticketFor((await makeSignup(app.db)).id)
    await restart(second, first)
    await restart(second)
    expect(await returning(browser).call('auth.session')).toMatchObject({ data: null })
    expect(await returning(browser).call('waitlist.status', { ticket })).toMatchObject({ data: { error: 'invalid_ticket' } })
  })
})

describe('a database', () => {
  test('keeps its key, and rejects signatures of the bare secret', async () => {
    const keys = await restart(first)
    expect(readTicket(keys, purpose, await bareTicket('x'))).toBeNull()
    expect(keyedHash(await restart(first), 'p', 'v')).toBe(keyedHash(keys, 'p', 'v'))
  })

  test('has one key even if many servers start at once, also during a rotation', async () => {
    const starting = (secret: string, ...previous: string[]) =>
      Promise.all(Array.from({ length: 8 }, () => openKeys(app.db, { secret, previous })))
    const hashes = [...(await starting(first)), ...(await starting(second, first))].map((keys) => keyedHash(keys, 'p', 'v'))
    expect(new Set(hashes).size).toBe(1)
  })

  test('does not open with another secret, and the error names the setting', async () => {
    await restart(first)
    const wrappedBefore = await wrapped()
    await expect(openKeys(app.db, { secret: second })).rejects.toThrow(/SECRET does not open .* SECRET_PREVIOUS/)
    expect(await wrapped()).toBe(wrappedBefore)
  })
})

test('a key for one purpose signs nothing for another', async () => {
  const { db, close } = await testDatabase()
  const keys = await openKeys(db, { secret: first })
  const purposes = ['ticket waitlist.member', 'ticket waitlist.confirm', 'session cookie']
  expect(new Set([first, ...purposes.map(keys.signing)]).size).toBe(4)
  await close()
})
