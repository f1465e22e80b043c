import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { cliEnv } from './cli/cli-env.ts'
import { connect } from './connection/connect.ts'
import { openDatabase } from './connection/open.ts'
import type { PoolOptions } from './connection/pool.ts'
import { isConnectionError } from './errors.ts'
import { makeSignup } from './factories.ts'
import { inTransaction } from './index.ts'
import { eventually, testDatabase } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const { db, url } = await testDatabase()

test('reports every statement that Postgres refuses because its disk is full, and no other error', async () => {
  const onDiskFull = vi.fn()
  const full = connectWith({ onDiskFull })
  const raise = (code: string) => sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(full.db)
  await expect(raise('unique_violation')).rejects.toThrow('no')
  expect(onDiskFull).not.toHaveBeenCalled()
  await expect(raise('disk_full')).rejects.toSatisfy(isConnectionError)
  expect(onDiskFull).toHaveBeenCalledOnce()
})

function connectWith(options: Partial<PoolOptions> = {}) {
  const onError = vi.fn<(error: Error) => void>()
  const connection = connect({ url, onError, ...options })
  onTestFinished(connection.close)
  return { ...connection, onError }
}

test('returns a bigint as a number, and throws if that would be inexact', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from waitlist_signup`.execute(db)
  expect(rows).toEqual([{ n: 0 }])
  await expect(sql`select 9007199254740993::bigint`.execute(db)).rejects.toThrow('bigint 9007199254740993 does not fit')
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('a slow statement is cancelled, and its connection stays usable', async () => {
  const { db } = connectWith({ statementTimeoutMs: 50, poolMax: 1 })
  await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' })
  expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
})

test('every connection has time-outs, except behind a pooler, which would reject them', async () => {
  const limits = sql<object>`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as app`
  const { db } = connectWith({ applicationName: 'limits' })
  expect((await limits.execute(db)).rows).toEqual([{ statement: '5s', lock: '1s', idle: '5s', app: 'limits' }])
  for (const options of [{ preparedStatements: false }, { pooled: true }]) {
    const { db: behind } = connectWith(options)
    expect((await limits.execute(behind)).rows).toEqual([{ statement: '0', lock: '0', idle: '0', app: 'duo' }])
  }
})

test('a command-line tool bypasses the pooler, with prepared statements and its own time-outs', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('DATABASE_URL', 'postgres://localhost:6432/duo')
  vi.stubEnv('DATABASE_DIRECT_URL', 'postgres://localhost:5432/duo')
  vi.stubEnv('PREPARED_STATEMENTS', 'off')
  expect(cliEnv()).toMatchObject({ databaseUrl: 'postgres://localhost:5432/duo', preparedStatements: true })
  vi.stubEnv('DATABASE_DIRECT_URL', '')
  expect(cliEnv()).toMatchObject({ databaseUrl: 'postgres://localhost:6432/duo', preparedStatements: false })
})

test('a command-line tool respects PREPARED_STATEMENTS, as poolers require', async () => {
  const lockTimeout = async () => {
    const tool = await openDatabase({ ...cliEnv(), databaseUrl: url, applicationName: 'tool' })
    onTestFinished(tool.close)
    return (await sql<{ lock: string }>`select current_setting('lock_timeout') as lock`.execute(tool.db)).rows[0]?.lock
  }
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PREPARED_STATEMENTS', '')
  expect(await lockTimeout()).toBe('1s')
  vi.stubEnv('PREPARED_STATEMENTS', 'off')
  expect(await lockTimeout()).toBe('0')
})

test('a lost idle connection is reported and replaced', async () => {
  const { db: lost, onError } = connectWith({ poolMax: 1 })
  await terminate(await backendPid(lost))
  await eventually(() => expect(onError).toHaveBeenCalledWith(expect.objectContaining({ code: '57P01' })))
  expect((await sql`select 1 as n`.execute(lost)).rows).toEqual([{ n: 1 }])
})

test('losing the connection inside a transaction fails the transaction, not the process', async () => {
  const { db: lost, onError } = connectWith()
  const work = inTransaction(lost, async (tx) => {
    await makeSignup(tx, { email: 'lost@example.com' })
    await terminate(await backendPid(tx))
    await eventually(() => expect(onError).toHaveBeenCalled())
    await makeSignup(tx)
  })
  await expect(work).rejects.toSatisfy(isConnectionError)
  expect(await emails('lost@example.com')).toEqual([])
})

test('an exhausted pool fails within seconds', async () => {
  const { db: full } = connectWith({ poolMax: 1 })
  await full.connection().execute(async () => {
    await expect(sql`select 1`.execute(full)).rejects.toSatisfy(isConnectionError)
  })
})

test('close waits for running queries and is idempotent', async () => {
  const { db: closing, close } = connectWith()
  await sql`select 1`.execute(closing)
  const running = sql`select 1 as n from pg_sleep(0.05)`.execute(closing)
  await new Promise(setImmediate) // it has the connection now
  await Promise.all([close(), close()])
  expect((await running).rows).toEqual([{ n: 1 }])
})

test('inTransaction commits, or rolls back when it throws', async () => {
  await inTransaction(db, (tx) => makeSignup(tx, { email: 'kept@example.com' }))
  const failing = inTransaction(db, async (tx) => {
    await makeSignup(tx, { email: 'dropped@example.com' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await emails('kept@example.com', 'dropped@example.com')).toEqual(['kept@example.com'])
})

test('a nested inTransaction joins the outer transaction', async () => {
  const outer = inTransaction(db, async (tx) => {
    await inTransaction(tx, (inner) => makeSignup(inner, { email: 'inner@example.com' }))
    expect(await backendPid(tx)).toBe(await inTransaction(tx, backendPid))
    throw new Error('outer fails')
  })
  await expect(outer).rejects.toThrow('outer fails')
  expect(await emails('inner@example.com')).toEqual([])
})

async function backendPid(handle: typeof db): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(handle)
  return rows[0]?.pid ?? 0
}

async function terminate(pid: number): Promise<void> {
  await sql`select pg_terminate_backend(${pid}::int)`.execute(db)
}

async function emails(...among: string[]): Promise<string[]> {
  const rows = await db.selectFrom('waitlist_signup').select('email').where('email', 'in', among).execute()
  return rows.map((row) => row.email)
}
