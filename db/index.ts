import type { Kysely, Transaction } from 'kysely'
import type { Database } from './tables/index.ts'

export type Db = Kysely<Database>

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
