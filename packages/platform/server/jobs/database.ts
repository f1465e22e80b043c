import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type PoolOptions } from '@duo/db/connection/pool.ts'
import { errorCode, isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Pool, PoolClient, QueryResult } from 'pg'
import type { Db as JobDatabase } from 'pg-boss'
import type { Logger } from '../log.ts'
import { describeFailure } from '../redact.ts'

export type JobDatabaseOptions = Pick<PoolOptions, 'url' | 'preparedStatements' | 'pooled'>

/** Connections of a worker, besides those of the server. */
const connections = 4

/** Longest statement of the library's maintenance, ms. */
const statementTimeoutMs = 30_000

/** How long a statement is tried again while the database is away, ms. */
const patienceMs = 60_000
const retryAfterMs = 100

/** The library brackets some texts with its own `begin` and `commit`; the others of these Postgres refuses inside a transaction. */
const bringsItsOwnTransaction = /^\s*(?:begin;|reindex|drop index|vacuum)/i

/**
 * The database as the job library's worker uses it, on connections of its own. A statement that a lost connection cut off is sent again
 * when the database is back, unless Postgres says that it was committed: without that a job that was handed out in a commit whose answer
 * was lost would have no worker until its heartbeat is missed, and a job that is done would be done twice.
 */
export function openJobDatabase(options: JobDatabaseOptions, log: Logger) {
  const closing = new AbortController()
  let away = false
  const onError = (error: Error) => log.warn(describeFailure(error), 'the job worker lost a connection')
  const pool = createPool({ ...options, poolMax: connections, applicationName: 'duo-jobs', statementTimeoutMs, onError })

  const executeSql = async (text: string, values: unknown[] = []) => {
    const deadline = performance.now() + patienceMs
    for (const attempt: Attempt = { rows: [], xid: null }; ; ) {
      try {
        if (attempt.xid !== null && (await isCommitted(pool, attempt.xid))) return { rows: attempt.rows }
        const rows = await run({ pool, text, values, attempt, signal: closing.signal })
        away = false
        return { rows }
      } catch (error) {
        if (closing.signal.aborted || performance.now() > deadline || !mayPass(error)) throw error
        if (!away) log.warn(describeFailure(error), 'the job worker cannot reach the database; it tries again')
        away = true
        await sleep(retryAfterMs)
      }
    }
  }
  return {
    database: { executeSql } satisfies JobDatabase,
    /** Cuts off what is still running. */
    close: async () => {
      closing.abort()
      await pool.end()
    },
  }
}

/** What is known of a transaction whose commit got no answer. */
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
    if (bringsItsOwnTransaction.test(text)) return rowsOf(await client.query(text, values))
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

/** Several statements in one text have several results, though pg's types know of one. */
const rowsOf = (result: QueryResult | QueryResult[]): unknown[] => [result].flat().flatMap(({ rows }) => rows)

/** Whether a transaction whose commit got no answer took effect. One that is still ending is waited for. */
async function isCommitted(pool: Pool, xid: string): Promise<boolean> {
  for (;;) {
    const { rows } = await pool.query<{ status: string | null }>('select pg_xact_status($1::xid8) as status', [xid])
    if (rows[0]?.status !== 'in progress') return rows[0]?.status === 'committed'
    await sleep(retryAfterMs)
  }
}

/** Also a statement that a time-out cancelled: after a freeze that is no fault of its own. */
const mayPass = (error: unknown) => isConnectionError(error) || isLockError(error) || errorCode(error) === '57014'
