import { sql, type Transaction } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { lockTimeoutMs, retryLocks } from './connection/lock-retry.ts'
import { errorCode } from './errors.ts'
import type { Db } from './index.ts'
import { adopt, replacedMigrations } from './migrations/adopt.ts'
import { migrations } from './migrations/index.ts'
import type { Database } from './tables/index.ts'

const undefinedTable = '42P01'

export type MigrationAction = 'up' | 'down' | 'status'

export type MigrationState = {
  name: string
  state: 'applied' | 'pending'
  changed: boolean
}

/**
 * Runs migrations in one transaction and returns them all, oldest first. Concurrent calls queue on the Migrator's lock. `onWait` gets a
 * line each time another transaction is in the way.
 */
export async function migrate(
  db: Db,
  action: MigrationAction,
  list: Record<string, Migration> = migrations,
  onWait: (line: string) => void = () => {},
): Promise<MigrationState[]> {
  return await db.connection().execute(async (session) => {
    const migrator = new Migrator({ db: session, provider: { getMigrations: async () => list } })
    const changed =
      action === 'status' ? [] : await withMigrationTimeouts(session, () => change(session, migrator, action, onWait))
    return (await retryUndefinedTable(() => migrator.getMigrations())).map(({ name, executedAt }) => ({
      name,
      state: executedAt ? 'applied' : 'pending',
      changed: changed.includes(name),
    }))
  })
}

const change = (session: Db, migrator: Migrator, action: 'up' | 'down', onWait: (line: string) => void) =>
  retryLocks(
    session,
    async () => {
      if (action === 'up') await adopt(session)
      return await retryUndefinedTable(() => run(migrator, action))
    },
    onWait,
  )

export const migrateInside = (tx: Transaction<Database>, list: Record<string, Migration>): Promise<string[]> =>
  run(new Migrator({ db: tx, provider: { getMigrations: async () => list } }), 'up')

async function run(migrator: Migrator, action: 'up' | 'down'): Promise<string[]> {
  const { error, results = [] } = action === 'up' ? await migrator.migrateToLatest() : await migrator.migrateDown()
  if (error) {
    const failed = results.find((result) => result.status === 'Error')
    const reason = error instanceof Error ? error.message : String(error)
    const [, unknown = ''] = /previously executed migration (\S+) is missing/.exec(reason) ?? []
    if (replacedMigrations.includes(unknown))
      throw new Error('nothing to undo: an earlier version migrated this database', {
        cause: error,
      })
    if (unknown !== '')
      throw new Error(
        `this database was migrated by a newer version (it has ${unknown}): run that version, or undo its migrations with it first (npm run migrate -- down)`,
        { cause: error },
      )
    throw new Error(failed ? `migration ${failed.migrationName} failed: ${reason}` : reason, { cause: error })
  }
  return results.map((result) => result.migrationName)
}

/** Retries once: the Migrator lists all tables before its lock, and that fails if another process renames one meanwhile. */
async function retryUndefinedTable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    if (errorCode(cause) !== undefinedTable) throw error
    return await work()
  }
}

/** Lifts the time-outs of requests, too short for migrations. A shorter lock time-out stays: queries queue behind waiting DDL. */
async function withMigrationTimeouts<T>(session: Db, work: () => Promise<T>): Promise<T> {
  await sql`set statement_timeout = 0`.execute(session)
  await sql`set idle_in_transaction_session_timeout = 0`.execute(session)
  await sql`select set_config('lock_timeout', ${String(lockTimeoutMs)}, false)`.execute(session)
  try {
    return await work()
  } finally {
    await sql`reset all`.execute(session).catch(() => {})
  }
}
