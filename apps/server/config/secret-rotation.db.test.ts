import { createHmac } from 'node:crypto'
import { makeSignup } from '@duo/db/factories.ts'
import { type TestDatabase, testDatabase } from '@duo/db/testing.ts'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import { keysFrom } from '@duo/platform/testing/test-keys.ts'
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

// before derived keys: the secret signed tickets and hashed directly, and signed cookies through one HMAC
const before = {
  ticket: (subject: string, life = '30d') =>
    new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(subject)
      .setAudience(purpose)
      .setIssuedAt()
      .setExpirationTime(life)
      .sign(new TextEncoder().encode(first)),
  cookie: (token: string) => {
    const key = createHmac('sha256', first).update('auth.cookie').digest('base64url')
    return encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`)
  },
  mailboxHash: (email: string) =>
    createHmac('sha256', first).update(`waitlist mailbox\n${email}`).digest().subarray(0, 16).toString('base64url'),
}

let database: TestDatabase
let app: Awaited<ReturnType<typeof testApp>>
beforeEach(async () => {
  database = await testDatabase()
  app = await testApp({ CONFIRM_EMAIL: 'off' }, database, undefined, keysFrom(first))
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

// an account with a session cookie that the old server signed
async function withOldSession() {
  const { person } = await signUp(app)
  const signedIn = testBrowser(app.url)
  await signedIn.auth('sign-in/email', person)
  const { token } = await app.db.selectFrom('auth_session').select('token').executeTakeFirstOrThrow()
  const browser = testBrowser(app.url)
  browser.cookies.set('duo.session_token', before.cookie(token))
  return { browser, person }
}

describe('a database from before derived keys', () => {
  test('keeps its sessions, tickets and credits through the upgrade and two rotations of the secret', async () => {
    const { browser, person } = await withOldSession()
    const host = await makeSignup(app.db, { confirmed_at: new Date() })
    const mailbox = 'friend@gmail.com'
    const friend = await makeSignup(app.db, {
      email: mailbox,
      invited_by: host.id,
      mailbox_hash: before.mailboxHash(mailbox),
      credit: 'counted',
    })
    await app.db
      .insertInto('waitlist_credit')
      .values({ inviter_id: host.id, mailbox_hash: before.mailboxHash(mailbox) })
      .execute()
    const ticket = await before.ticket(friend.id)

    const holds = async () => {
      const tab = returning(browser)
      expect(await tab.call('auth.session')).toMatchObject({ data: { user: { email: person.email } } })
      expect(await tab.call('auth.account')).toMatchObject({ status: 200 })
      expect(await tab.call('waitlist.status', { ticket })).toMatchObject({
        data: { error: null, status: { email: mailbox } },
      })
      expect(keyedHash(app.appContext.secret, 'waitlist mailbox', mailbox)).toBe(before.mailboxHash(mailbox))
    }
    await restart(first)
    await holds()
    const underFirst = await signTicket(app.appContext.secret, { purpose, subject: friend.id, expiresIn: '30d' })
    const firstWrapping = await wrapped()

    await restart(second, first)
    await holds()
    expect(await wrapped()).not.toBe(firstWrapping)
    const underSecond = await signTicket(app.appContext.secret, { purpose, subject: friend.id, expiresIn: '30d' })

    await restart(third, second, first)
    await holds()
    for (const token of [underFirst, underSecond])
      expect(await readTicket(app.appContext.secret, purpose, token)).toMatchObject({ subject: friend.id, purpose })

    // the same mailbox in another spelling gives no second credit, even after a rotation
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
    // better-auth's own endpoints accept the old cookie as well
    expect(await tab.auth('sign-out')).toMatchObject({ status: 200 })
    expect(await returning(browser).call('auth.session')).toMatchObject({ data: null })
  })

  test('rejects signatures of a secret that is no longer listed', async () => {
    const { browser } = await withOldSession()
    const entry = await makeSignup(app.db)
    const ticket = await before.ticket(entry.id)
    await restart(first)
    await restart(second, first)
    await restart(second)
    expect(await returning(browser).call('auth.session')).toMatchObject({ data: null })
    expect(await returning(browser).call('waitlist.status', { ticket })).toMatchObject({ data: { error: 'invalid_ticket' } })
  })

  test('rejects signatures of the bare secret once the longest link lifetime has passed', async () => {
    const entry = await makeSignup(app.db)
    const ticket = await before.ticket(entry.id, '900d')
    const keys = await restart(first)
    expect(await readTicket(keys, purpose, ticket)).not.toBeNull()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 367 * 86_400_000 })
    expect(await readTicket(keys, purpose, ticket)).toBeNull()
  })
})

describe('a new database', () => {
  test('gets its own key, and rejects signatures of the bare secret', async () => {
    const keys = await restart(first)
    expect(await readTicket(keys, purpose, await before.ticket('x'))).toBeNull()
    expect(keyedHash(keys, 'waitlist mailbox', 'a@example.com')).not.toBe(before.mailboxHash('a@example.com'))
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
