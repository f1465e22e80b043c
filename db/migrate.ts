import { sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './index.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './tables/index.ts'

export type MigrationAction = 'up' | 'down' | 'status'

export type MigrationState = {
  name: string
  state: 'applied' | 'pending'
  /** Whether this call applied it or undid it. */
  changed: boolean
}

/**
 * `up` applies every pending migration, `down` undoes the newest one, `status` only looks. All or nothing: one transaction. Several
 * processes may call it at once, for they queue on the Migrator's lock. Answers every migration, oldest first.
 */
export async function migrate(
  db: Db,
  action: MigrationAction,
  list: Record<string, Migration> = migrations,
): Promise<MigrationState[]> {
  return await db.connection().execute(async (session) => {
    const migrator = new Migrator({ db: session, provider: { getMigrations: async () => list } })
    const changed = action === 'status' ? [] : await withPatience(session, () => run(migrator, action))
    return (await migrator.getMigrations()).map(({ name, executedAt }) => ({
      name,
      state: executedAt ? 'applied' : 'pending',
      changed: changed.includes(name),
    }))
  })
}

/** Applies every pending migration of a list inside the caller's transaction. Returns the names of those that it applied. */
export const migrateInside = (tx: Transaction<Database>, list: Record<string, Migration>): Promise<string[]> =>
  run(new Migrator({ db: tx, provider: { getMigrations: async () => list } }), 'up')

async function run(migrator: Migrator, action: 'up' | 'down'): Promise<string[]> {
  const { error, results = [] } = action === 'up' ? await migrator.migrateToLatest() : await migrator.migrateDown()
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    const reason = error instanceof Error ? error.message : String(error)
    const [, unknown] = /previously executed migration (\S+) is missing/.exec(reason) ?? []
    if (unknown)
      throw new Error(
        `this database was migrated by a newer version (it has ${unknown}): run that version, or undo its migrations with it first (npm run migrate -- down)`,
        { cause: error },
      )
    throw new Error(failed ? `migration ${failed.migrationName} failed: ${reason}` : reason, { cause: error })
  }
  return results.map((result) => result.migrationName)
}

/**
 * Without the limits of the pool, which are meant for requests: filling a new column takes longer than they allow, and so does waiting
 * for the other process that migrates. A statement that waits for a table still gives up, since everybody else queues behind it.
 */
async function withPatience<T>(session: Db, work: () => Promise<T>): Promise<T> {
  await sql`set statement_timeout = 0`.execute(session)
  await sql`set idle_in_transaction_session_timeout = 0`.execute(session)
  await sql`set lock_timeout = '10s'`.execute(session)
  try {
    return await work()
  } finally {
    // Fails only on a broken connection, which the pool throws away: what broke it is the error to report.
    await sql`reset all`.execute(session).catch(() => {})
  }
}
