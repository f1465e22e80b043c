import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { isConnectionError } from '../errors.ts'
import { type Db, inTransaction } from '../index.ts'
import { openFaultProxy } from '../test-server/fault-proxy.ts'
import { testDatabase } from '../testing.ts'
import { connect } from './connect.ts'

const { url } = await testDatabase()
const limit = 400

function connectWithLimit(address = url, options = {}) {
  const connection = connect({
    url: address,
    statementTimeoutMs: 0,
    responseTimeoutMs: limit,
    connectTimeoutMs: limit,
    onError: () => {},
    ...options,
  })
  onTestFinished(connection.close)
  return connection
}

async function connectThroughProxy() {
  const proxy = await openFaultProxy(url)
  const connection = connectWithLimit(proxy.url)
  onTestFinished(proxy.close)
  return { proxy, ...connection }
}

const pid = async (db: Db) => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid
const slow = (db: Db) => sql`select pg_sleep(3)`.execute(db)

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

test('a statement without a response fails in time, and its connection is not reused', async () => {
  const { db } = connectWithLimit(url, { poolMax: 1 })
  const before = await pid(db)
  expect(await timed(() => expect(slow(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(limit * 3)
  expect(await pid(db)).not.toBe(before)
})

test('a transaction waits once for a statement without a response, and not again for its rollback', async () => {
  const { db } = connectWithLimit()
  const work = () => inTransaction(db, (tx) => slow(tx))
  expect(await timed(() => expect(work()).rejects.toSatisfy(isConnectionError))).toBeLessThan(limit * 1.9)
})

test('keeps a connection that is idle for longer than the response time-out', async () => {
  const { db } = connectWithLimit(url, { poolMax: 1 })
  const before = await pid(db)
  await new Promise((done) => setTimeout(done, limit * 2))
  expect(await pid(db)).toBe(before)
  // the time-out starts with the statement
  await sql`select pg_sleep(${limit / 2000})`.execute(db)
  expect(await pid(db)).toBe(before)
  await new Promise((done) => setTimeout(done, limit * 2))
  expect(await timed(() => expect(slow(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(limit * 2)
})

test('with a frozen database, the first caller waits once, later callers fail fast, and queries work after the thaw', async () => {
  const { proxy, db, pool } = await connectThroughProxy()
  await Promise.all([pid(db), pid(db)])
  proxy.freeze()
  expect(await timed(() => expect(pid(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(limit * 2)
  // the probe takes 0.7 s at most
  expect(await timed(() => expect(pid(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(900)
  for (const next of [() => pid(db), () => pool.query('select 1')])
    expect(await timed(() => expect(next()).rejects.toSatisfy(isConnectionError))).toBeLessThan(100)
  proxy.thaw()
  await expect.poll(() => pid(db).catch(() => 0), { timeout: 5_000 }).toBeGreaterThan(0)
})

test('a database that accepts connections but never responds fails in time, and later callers fail fast', async () => {
  const { proxy, db } = await connectThroughProxy()
  proxy.freeze()
  expect(await timed(() => expect(pid(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(limit * 2)
  expect(await timed(() => expect(pid(db)).rejects.toSatisfy(isConnectionError))).toBeLessThan(100)
  proxy.thaw()
  await expect.poll(() => pid(db).catch(() => 0), { timeout: 5_000 }).toBeGreaterThan(0)
})
