import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type PoolOptions } from '@duo/db/connection/pool.ts'
import { errorCode, isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Db as JobDatabase } from 'pg-boss'
import type { Logger } from '../log.ts'
import { describeFailure } from '../redact.ts'

export type JobDatabaseOptions = Pick<PoolOptions, 'url' | 'preparedStatements' | 'pooled'>

const connections = 4

const statementTimeoutMs = 30_000

const retryTimeoutMs = 60_000
const retryAfterMs = 100

/** Statements that have their own transaction or that Postgres rejects inside one. */
const runsOutsideTransaction = /^\s*(?:begin;|reindex|drop index|vacuum)/i

/** Retries a statement after a lost connection unless its transaction was committed: otherwise a finished job could run twice. */
export function openJobDatabase(options: JobDatabaseOptions, log: Logger) {
  const closing = new AbortController()
  let isUnreachable = false
  const onError = (error: Error) => log.warn(describeFailure(error), 'job worker lost a database connection')
  const pool = createPool({ ...options, poolMax: connections, applicationName: 'duo-jobs', statementTimeoutMs, onError })

  const executeSql = async (text: string, values: unknown[] = []) => {
    const deadline = performance.now() + retryTimeoutMs
    for (const attempt: Attempt = { rows: [], xid: null }; ; ) {
      try {
        if (attempt.xid !== null && (await isCommitted(pool, attempt.xid))) return { rows: attempt.rows }
        const rows = await run({ pool, text, values, attempt, signal: closing.signal })
        isUnreachable = false
        return { rows }
      } catch (error) {
        if (closing.signal.aborted || performance.now() > deadline || !isTransient(error)) throw error
        if (!isUnreachable) log.warn(describeFailure(error), 'job worker cannot reach the database, retrying')
        isUnreachable = true
        await sleep(retryAfterMs)
      }
    }
  }
  return {
    database: { executeSql } satisfies JobDatabase,
    close: async () => {
      closing.abort()
      await pool.end()
    },
  }
}

type Attempt = { rows: unknown[]; xid: string | null }

type Run = { pool: Pool; text: string; values: unknown[]; attempt: Attempt; signal: AbortSignal }

async function run({ pool, text, values, attempt, signal }: Run): Promise<unknown[]> {
  attempt.xid = null
  const client = await pool.connect()
  const cut = () => client.release(true)
  signal.addEventListener('abort', cut, { once: true })
  let broken = false
  try {
    signal.throwIfAborted()
    if (runsOutsideTransaction.test(text)) return rowsOf(await client.query(text, values))
    await inOwnTransaction(client, text, values, attempt)
    return attempt.rows
  } catch (error) {
    broken = isConnectionError(error) || !(await isRolledBack(client))
    throw error
  } finally {
    signal.removeEventListener('abort', cut)
    if (!signal.aborted) client.release(broken)
  }
}

const isRolledBack = (client: PoolClient) =>
  client.query('rollback').then(
    () => true,
    () => false,
  )

async function inOwnTransaction(client: PoolClient, text: string, values: unknown[], attempt: Attempt): Promise<void> {
  await client.query('begin')
  attempt.rows = rowsOf(await client.query(text, values))
  if (attempt.rows.length > 0) {
    const { rows } = await client.query<{ xid: string | null }>('select pg_current_xact_id_if_assigned()::text as xid')
    attempt.xid = rows[0]?.xid ?? null
  }
  await client.query('commit')
}

/** pg returns an array for a text with several statements, contrary to its types. */
const rowsOf = (result: QueryResult | QueryResult[]): unknown[] => [result].flat().flatMap(({ rows }) => rows)

async function isCommitted(pool: Pool, xid: string): Promise<boolean> {
  for (;;) {
    const { rows } = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [xid])
    if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed'
    await sleep(retryAfterMs)
  }
}

/** 57014: cancelled by the statement timeout, which any statement can hit after a freeze. */
const isTransient = (error: unknown) => isConnectionError(error) || isLockError(error) || errorCode(error) === '57014'
