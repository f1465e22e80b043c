import { Kysely, type LogEvent, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { createCircuitBreaker } from './connection/circuit-breaker.ts'
import { connectUnguarded, createPool, type FinishedQuery, type PoolOptions } from './connection/pool.ts'
import type { Database } from './tables/index.ts'

export type Db = Kysely<Database>

export type Connection = {
  db: Db
  pool: Pool
  /** Waits for running queries, then closes all connections. Idempotent. */
  close: () => Promise<void>
}

/** Connects on the first query, and again after an outage. With `responseTimeoutMs` it also survives a hanging database. */
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

const logTo = (onQuery: (query: FinishedQuery) => void) => (event: LogEvent) =>
  onQuery({ sql: event.query.sql, ms: event.queryDurationMillis, error: event.level === 'error' ? event.error : null })

const afterCommit = new WeakMap<Db, (() => void)[]>()

/** Runs `fn` in a transaction, or in the one that `db` already is. An error rolls back the whole outer transaction. */
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

/** Calls back when the handle's writes are committed: at once without a transaction, never after a rollback. */
export function onCommit(db: Db, callback: () => void): void {
  if (isTransaction(db)) afterCommit.get(db)?.push(callback)
  else callback()
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction
}

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
  if (!pool.ending) await pool.end() // Kysely ends only a pool that it has used
}
