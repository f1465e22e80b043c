import { Kysely, type LogEvent, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import type { Db } from '../index.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import { connectUnguarded, createPool, type FinishedQuery, type PoolOptions } from './pool.ts'

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
