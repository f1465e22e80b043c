import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { createCircuitBreaker } from './connection/circuit-breaker.ts'
import { connectUnguarded, createPool, type FinishedQuery, type PoolOptions } from './connection/pool.ts'
import type { Database } from './tables/index.ts'

/** The database handle that every query takes first; a transaction is one too. */
export type Db = Kysely<Database>

export type Connection = {
  db: Db
  /** The connections of `db` without Kysely, for libraries that speak `pg`. */
  pool: Pool
  /** Waits for running queries, then closes every connection. May be called twice. */
  close: () => Promise<void>
}

/**
 * Opens nothing yet: the first query connects, fails within `connectTimeoutMs` when it cannot (`isConnectionError` in errors.ts recognises
 * that), and the next one tries again, so the process outlives the database. With `responseTimeoutMs` it also outlives one that hangs.
 */
export function connect(options: PoolOptions): Connection {
  const breaker = options.responseTimeoutMs ? createCircuitBreaker(() => probe(pool)) : undefined
  const pool = createPool(options, breaker)
  const log = options.onQuery && logTo(options.onQuery)
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool, cursor: Cursor }), ...(log && { log }) })
  let closed: Promise<void> | undefined
  return {
    db,
    pool,
    close: () => {
      closed ??= closeBoth(db, pool)
      return closed
    },
  }
}

/** Hands on what a span may hold: the parameters stay behind. */
const logTo = (onQuery: (query: FinishedQuery) => void) => (event: LogEvent) =>
  onQuery({ sql: event.query.sql, ms: event.queryDurationMillis, error: event.level === 'error' ? event.error : null })

const afterCommit = new WeakMap<Db, (() => void)[]>()

/**
 * Runs `fn` in a transaction: a new one, or the one that `db` already is, so that functions with transactions of their own can be
 * composed into one. An error thrown by `fn` rolls the whole (outer) transaction back.
 */
export async function inTransaction<T>(db: Db, fn: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  if (isTransaction(db)) return await fn(db)
  const callbacks: (() => void)[] = []
  const result = await db.transaction().execute((tx) => {
    afterCommit.set(tx, callbacks)
    return fn(tx)
  })
  for (const callback of callbacks) callback()
  return result
}

/** Calls back once what the handle writes is committed: at once where it is no transaction, never where it is rolled back. */
export function onCommit(db: Db, callback: () => void): void {
  if (isTransaction(db)) afterCommit.get(db)?.push(callback)
  else callback()
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction
}

/** Asks the database for a sign of life. An idle connection, if there is one, says more than a new one: it is what the next caller gets. */
async function probe(pool: Pool): Promise<void> {
  const client = await connectUnguarded(pool)
  try {
    await client.query('select 1')
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

async function closeBoth(db: Db, pool: Pool): Promise<void> {
  await db.destroy()
  // Kysely ends the pool only when it has used it.
  if (!pool.ending) await pool.end()
}
