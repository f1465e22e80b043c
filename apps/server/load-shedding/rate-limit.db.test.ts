import { connect } from '@duo/db/connection/connect.ts'
import { startTestServer } from '@duo/db/test-server/server.ts'
import { eventually } from '@duo/db/testing.ts'
import { createRateLimit } from '@duo/platform/server/security/rate-limit.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { newAddress, password, signUp, testBrowser } from '../testing/accounts.ts'
import { testApp } from '../testing/test-app.ts'
import { cheapPasswords } from '../testing/test-context.ts'

// joins per address (packages/features/waitlist/schema.ts explains the number)
const limit = 300

const join = (url: string, i: number, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/trpc/waitlist.join`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email: `person${i}@example.com`, language: 'en', invitedByCode: null }),
  })

test('allows exactly the limit, whatever address a caller claims, then sends Retry-After', async () => {
  const app = await testApp()
  const answers = []
  for (let start = 0; start < limit + 50; start += 50) {
    const some = Array.from({ length: 50 }, (_, i) => join(app.url, start + i, { 'x-forwarded-for': `198.51.100.${i}` }))
    answers.push(...(await Promise.all(some)))
  }
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(50)
  const form = await fetch(app.url, { method: 'POST', body: new URLSearchParams({ email: 'late@example.com' }) })
  expect(form.status).toBe(429)
  for (const { headers } of [refused[0] ?? form, form]) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await app.close()
})

test('a batch counts as the calls it contains', async () => {
  const app = await testApp()
  const calls = Array.from({ length: 10 }, (_, i) => i)
  const body = JSON.stringify(
    Object.fromEntries(calls.map((i) => [i, { email: `batch${i}@example.com`, language: 'en', invitedByCode: null }])),
  )
  await fetch(`${app.url}/api/trpc/${calls.map(() => 'waitlist.join').join(',')}?batch=1`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  const [counter] = await app.db.selectFrom('rate_limit').where('key', 'like', 'waitlist_join:%').select('points').execute()
  expect(counter?.points).toBe(10)
  await app.close()
})

test('behind a trusted proxy the forwarded address counts', async () => {
  const app = await testApp({ TRUST_PROXY: '1' })
  await join(app.url, 1, { 'x-forwarded-for': '203.0.113.5' })
  await join(app.url, 2, { 'x-forwarded-for': '2001:db8:1:2:3::1' })
  await join(app.url, 3, { 'x-forwarded-for': '2001:db8:1:2:ffff::9' })
  const counters = await app.db
    .selectFrom('rate_limit')
    .where('key', 'like', 'waitlist_join:%')
    .select(['key', 'points'])
    .orderBy('points')
    .execute()
  expect(counters.map(({ points }) => points)).toEqual([1, 2])
  // keys contain no plain address
  for (const { key } of counters) expect(key).toMatch(/^waitlist_join:[\w-]{22}$/)
  await app.close()
})

const pointsOf = async ({ db }: Awaited<ReturnType<typeof testApp>>, name: string) => {
  const rows = await db.selectFrom('rate_limit').where('key', 'like', `${name}:%`).select('points').execute()
  return rows.reduce((sum, { points }) => sum + points, 0)
}

test('a call rejected with 503 does not count', async () => {
  const app = await testApp()
  await sql`create function fall() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(app.db)
  await sql`create trigger fall before insert on waitlist_signup for each row execute function fall()`.execute(app.db)
  await sql`create trigger fall after insert on auth_account for each row execute function fall()`.execute(app.db)
  vi.spyOn(console, 'error').mockReturnValue()
  expect((await join(app.url, 1)).status).toBe(503)
  expect((await signUp(app)).answer.status).toBe(503)
  for (const name of ['waitlist_join', 'auth_sign_up', 'auth_sign_up_from'])
    expect([name, await pointsOf(app, name)]).toEqual([name, 0])
  await sql`drop trigger fall on waitlist_signup`.execute(app.db)
  await sql`drop trigger fall on auth_account`.execute(app.db)
  expect((await join(app.url, 1)).status).toBe(200)
  expect((await signUp(app)).answer.status).toBe(200)
  for (const name of ['waitlist_join', 'auth_sign_up', 'auth_sign_up_from'])
    expect([name, await pointsOf(app, name)]).toEqual([name, 1])
  await app.close()
})

test('a sign-in or password request rejected for lack of capacity does not count', async () => {
  const app = await testApp({ CONFIRM_EMAIL: 'off' })
  const { browser, person } = await signUp(app)
  await browser.auth('sign-in/email', person)
  await app.db.deleteFrom('rate_limit').execute()
  const { promise: othersRefused, resolve: goOn } = Promise.withResolvers<void>()
  const full = new AppError('unavailable', { retryAfterSeconds: 2 })
  let room = 5
  const hash = vi.spyOn(cheapPasswords, 'hash').mockImplementation(async () => {
    room -= 1
    if (room < 0) throw full
    await othersRefused
    return ''
  })
  const answered: number[] = []
  const signIn = async () => {
    const { status } = await testBrowser(app.url).auth('sign-in/email', { email: newAddress(), password })
    answered.push(status)
  }
  const all = Promise.all(Array.from({ length: 20 }, signIn))
  await eventually(() => expect(answered).toEqual(Array.from({ length: 15 }, () => 503)))
  goOn()
  await all
  expect(answered.slice(15)).toEqual([401, 401, 401, 401, 401])
  expect(await pointsOf(app, 'auth_sign_in_from')).toBe(5)
  hash.mockRestore()
  const verify = vi.spyOn(cheapPasswords, 'verify').mockRejectedValue(full)
  expect(await browser.call('auth.erase', { password: 'guess' })).toMatchObject({ status: 503 })
  expect(await pointsOf(app, 'auth_password')).toBe(0)
  verify.mockRestore()
  await app.close()
})

test('a limit used up while a clock was ahead is over once the clock is right, and no wait exceeds the limit’s window', async () => {
  const { appContext, db, close } = await testApp()
  const limit = { name: 'test', points: 2, seconds: 60 }
  const count = () => appContext.rateLimit(limit, 'someone')
  expect([await count(), await count(), await count()]).toEqual([null, null, 60])
  await sql`update rate_limit set expire = expire + 86400 * 1000`.execute(db)
  expect([await count(), await count()]).toEqual([null, null])
  const wait = await count()
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(60)
  // a small correction opens no new window, but shortens the wait to one window
  await sql`update rate_limit set expire = expire + 5000`.execute(db)
  expect(await count()).toBe(60)
  await sql`update rate_limit set expire = expire - 66 * 1000`.execute(db)
  expect(await count()).toBeNull()
  await close()
})

test('a limit counts by the database’s clock, whatever the clock of the server says', async () => {
  const { appContext, close } = await testApp()
  const limit = { name: 'test', points: 1, seconds: 60 }
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
  expect(await appContext.rateLimit(limit, 'someone')).toBeNull()
  clock.mockRestore()
  const wait = await appContext.rateLimit(limit, 'someone')
  expect(wait).toBeGreaterThan(50)
  expect(wait).toBeLessThanOrEqual(60)
  await appContext.rateLimit.giveBack?.(limit, 'someone')
  await appContext.rateLimit.giveBack?.(limit, 'someone')
  expect(await appContext.rateLimit(limit, 'someone')).toBeNull()
  await close()
})

test('while the disk of the database is full, reading works, limits hold, and writes get 503', async () => {
  const app = await testApp()
  await sql
    .raw(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse before insert or update on rate_limit for each row execute function refuse();
    create trigger refuse before insert on waitlist_signup for each row execute function refuse()`)
    .execute(app.db)
  const { rateLimit } = app.appContext
  const search = () =>
    fetch(`${app.url}/api/trpc/blog.articles?input=${encodeURIComponent('{"language":"en","search":"trust"}')}`)
  expect((await search()).status).toBe(200)
  const refused = await join(app.url, 1)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const limit = { name: 'test', points: 2, seconds: 60 }
  const count = () => rateLimit(limit, 'someone')
  expect([await count(), await count(), await count()]).toEqual([null, null, 60])
  // or an attacker whose guesses end with 503 could go on for ever
  await rateLimit.giveBack?.(limit, 'someone')
  expect(await count()).toBe(60)
  await sql.raw('drop trigger refuse on rate_limit; drop trigger refuse on waitlist_signup').execute(app.db)
  expect((await join(app.url, 1)).status).toBe(200)
  expect(await count()).toBeNull()
  await app.close()
})

test('an attempt is counted and given back at once while commits wait for a standby', async () => {
  const server = await startTestServer()
  onTestFinished(server.stop)
  const url = new URL(server.url)
  url.searchParams.set('options', '-c synchronous_commit=on')
  const { pool, close } = connect({ url: url.href, responseTimeoutMs: 2_000, onError: () => {} })
  onTestFinished(close)
  await pool.query('create table rate_limit (key text primary key, points int not null, expire bigint)')
  await pool.query(`alter system set synchronous_standby_names = 'absent'`)
  await pool.query('select pg_reload_conf()')
  const rateLimit = createRateLimit(pool)
  const once = { name: 'once', points: 1, seconds: 60 }
  const write = () => pool.query('insert into rate_limit values ($1, 1, 1)', [crypto.randomUUID()])
  await vi.waitFor(() => expect(write()).rejects.toThrow('did not respond'), 10_000)
  expect(await rateLimit(once, 'ana')).toBeNull()
  expect(await rateLimit(once, 'ana')).toBeGreaterThan(0)
  await rateLimit.giveBack?.(once, 'ana')
  await rateLimit.giveBack?.(once, 'ana')
  expect(await rateLimit(once, 'ana')).toBeNull()
})
