import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '@duo/db/index.ts'
import { migrateInside } from '@duo/db/migrate.ts'
import {
  baseline,
  lastReplaced,
  makeDifferences,
  removeDifferences,
  replacedMigrations,
  tooOldBackup,
} from '@duo/db/migrations/adopt.ts'
import { migrations } from '@duo/db/migrations/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { sql, type Transaction } from 'kysely'
import type { PoolClient } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type CarriedJob, carriedJobSchema, restoreJobs } from '../jobs/carry.ts'
import { isEmpty, ourSequences, ourTables, quoteIdentifier, setSequences, type Table } from './catalog.ts'
import { readSealed } from './file.ts'
import { DamagedBackup, type Header, linesOf, openSections, type Section } from './format.ts'
import { inOneTransaction, type Target } from './one-transaction.ts'

type ReadOptions = { onBytes?: (bytes: number) => void; signal?: AbortSignal | undefined }

/** Reads a whole backup without loading it. Throws `DamagedBackup`. */
export async function checkBackup(path: string, options: ReadOptions = {}): Promise<Header> {
  const { header, sections } = await openSections(readSealed(path, options))
  for await (const { body } of sections) for await (const _ of body);
  const { migration } = header
  if (migration in migrations || migration === lastReplaced) return header
  if (replacedMigrations.includes(migration)) throw new Error(tooOldBackup(migration))
  throw new Error(`the backup comes from a newer version of Duo (it has ${migration}): restore it with that version`)
}

export type RestoreOptions = ReadOptions & {
  target: Target
  path: string
  /** Run on the restored data in the same transaction; one of them checks that the secret fits. */
  steps: readonly ((tx: Db) => Promise<unknown>)[]
}

export type Restored = { rows: number; tables: number; jobs: number }

/** Loads a backup into an empty database in one transaction, then migrates it. Its jobs are held. Call `checkBackup` first. */
export function restore({ target, path, steps, ...read }: RestoreOptions): Promise<Restored> {
  return inOneTransaction(
    target,
    (db) => db.transaction(),
    async (tx, client) => {
      if (!(await isEmpty(tx))) throw new NotEmpty()
      const { header, sections } = await openSections(readSealed(path, read))
      const unread = await makeTables(tx, header)
      await client.query(
        `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = 0`,
      )
      const restored = { rows: 0, tables: 0, jobs: 0 }
      // jobs come last, because a migration creates the job library's tables
      for await (const section of sections) {
        if ('table' in section.head) {
          takeTable(unread, section.head)
          restored.rows += await loadTable(client, section)
          restored.tables += 1
          continue
        }
        if (unread.size > 0) throw new DamagedBackup(`it lacks ${[...unread.keys()].join(', ')}`)
        await requireOurSequences(tx, header)
        await setSequences(tx, header.sequences)
        if (header.migration === lastReplaced) await removeDifferences(tx)
        await migrateInside(tx, migrations)
        restored.jobs = await restoreJobs(tx, jobsOf(section))
      }
      for (const step of steps) await step(tx)
      await sql`analyze`.execute(tx)
      return restored
    },
  )
}

export class NotEmpty extends Error {}

/** Returns the tables to load. Empties them after migrating: some migrations insert rows, which the backup contains as well. */
async function makeTables(tx: Transaction<Database>, { migration, tables }: Header): Promise<Map<string, Table>> {
  const isReplaced = migration === lastReplaced
  const newest = isReplaced ? baseline : migration
  const migrationsOfBackup = Object.entries(migrations).filter(([name]) => name <= newest)
  const applied = await migrateInside(tx, Object.fromEntries(migrationsOfBackup))
  if (applied.length !== migrationsOfBackup.length) throw new NotEmpty()
  if (isReplaced) await makeDifferences(tx)
  const ours = await ourTables(tx)
  const made = ours.map(({ name }) => name)
  const differing = [...made.filter((name) => !tables.includes(name)), ...tables.filter((name) => !made.includes(name))]
  if (differing.length > 0)
    throw new Error(`the backup's tables differ from those of the migrations up to ${migration}: ${differing.join(', ')}`)
  // with the derived tables that reference them
  await sql`truncate ${sql.join(made.map((name) => sql.table(name)))} cascade`.execute(tx)
  return new Map(ours.map((table) => [table.name, table]))
}

/**
 * Names come from the file, so only those of our catalogue reach SQL, each table once: a second section of accounts could add
 * one, and a system table could change the server.
 */
function takeTable(unread: Map<string, Table>, { table: name, columns }: { table: string; columns: readonly string[] }): void {
  const table = unread.get(name)
  if (!table) throw new DamagedBackup('it has a section that is no table of ours, or a table twice')
  unread.delete(name)
  if (columns.toSorted().join() !== table.columns.toSorted().join())
    throw new DamagedBackup(`the columns of ${name} are not those of its migration`)
}

async function requireOurSequences(tx: Transaction<Database>, { sequences }: Header): Promise<void> {
  const ours = await ourSequences(tx)
  if (Object.keys(sequences).some((name) => !Object.hasOwn(ours, name)))
    throw new DamagedBackup('it sets a sequence that is not ours')
}

async function loadTable(client: PoolClient, { head, body }: Section): Promise<number> {
  if (!('table' in head)) return 0
  const rows = client.query(
    copyFrom(`copy ${quoteIdentifier(head.table)} (${head.columns.map(quoteIdentifier).join(', ')}) from stdin`),
  )
  await pipeline(Readable.from(body), rows)
  return rows.rowCount
}

async function* jobsOf({ body }: Section): AsyncGenerator<CarriedJob> {
  for await (const text of linesOf(body)) {
    const parsed = carriedJobSchema.safeParse(JSON.parse(text))
    if (!parsed.success) throw new DamagedBackup('a job is malformed')
    yield parsed.data
  }
}
