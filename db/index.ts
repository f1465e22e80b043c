import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import Cursor from 'pg-cursor'
import { createPool, type PoolOptions } from './pool.ts'
import type { Database } from './tables/index.ts'

/** The database handle that every query takes first; a transaction is one too. */
export type Db = Kysely<Database>

export type Connection = {
  db: Db
  /** The same connections without Kysely, for libraries that speak `pg`. */
  pool: Pool
  /** Waits for running queries, then closes every connection. May be called twice. */
  close: () => Promise<void>
}

/**
 * Opens nothing yet: the first query connects, fails within three seconds when it cannot (`isDatabaseAway` in errors.ts recognises
 * that), and the next one tries again, so the process outlives the database.
 */
export function connect(options: PoolOptions): Connection {
  const pool = createPool(options)
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool, cursor: Cursor }) })
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

/**
 * Runs `fn` in a transaction: a new one, or the one that `db` already is, so that functions with transactions of their own can be
 * composed into one. An error thrown by `fn` rolls the whole (outer) transaction back.
 */
export function inTransaction<T>(db: Db, fn: (tx: Transaction<Database>) => Promise<T>): Promise<T> {
  return isTransaction(db) ? fn(db) : db.transaction().execute(fn)
}

function isTransaction(db: Db): db is Transaction<Database> {
  return db.isTransaction
}

async function closeBoth(db: Db, pool: Pool): Promise<void> {
  await db.destroy()
  // Kysely ends the pool only when it has used it.
  if (!pool.ending) await pool.end()
}
