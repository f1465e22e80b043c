import type { Db } from '@duo/db/index.ts'
import { requireSupportedServer } from '@duo/db/server-version.ts'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { jobsToCarry } from '../jobs/carry.ts'
import { newestMigration, ourSequences, ourTables, quoted, type Table } from './catalog.ts'
import { writeSealed } from './file.ts'
import { type Header, line, type Summary, writeSection } from './format.ts'
import { inOneTransaction, type Target } from './one-transaction.ts'

export type BackUpOptions = {
  target: Target
  /** The file, which appears when it is whole. */
  path: string
  /** Tells the secret that opens the database's data; null where nothing is stored under one. Asked within the snapshot. */
  secretFingerprint: (db: Db) => Promise<string | null>
  /** The secret itself, where it is to be in the file. */
  secret?: string | undefined
  /** Told how many bytes of rows were read, and about how many there are. */
  onProgress?: (bytes: number, total: number) => void
  signal?: AbortSignal | undefined
}

/**
 * Writes the whole database into a file, as it is at one moment, while servers go on with it. Until it is done, migrations wait: the tables are
 * locked against changes of their columns, not of their rows. Memory does not grow with the database. Returns what is in the file.
 */
export function backUp({ target, path, secretFingerprint, secret, onProgress, signal }: BackUpOptions): Promise<Summary[]> {
  const begin = (db: Db) => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return inOneTransaction(target, begin, async (tx, client) => {
    const tables = await takeSnapshot(tx, client, await tablesNow(target))
    const migration = await newestMigration(tx)
    if (migration === null) throw new Error('the database has no tables yet: there is nothing to back up')
    const { rows } = await sql<{ server_version: string }>`show server_version`.execute(tx)
    const header: Header = {
      format: 'duo-backup',
      version: 1,
      createdAt: new Date().toISOString(),
      postgres: rows[0]?.server_version ?? '',
      migration,
      secretFingerprint: await secretFingerprint(tx),
      ...(secret !== undefined && { secret }),
      sequences: await ourSequences(tx),
      tables: tables.map(({ name }) => name),
    }
    const written: Summary[] = []
    await writeSealed(path, contents({ tx, client, header, tables, written, onProgress }), signal)
    return written
  })
}

/** The tables as another transaction sees them: ours must not look before it has locked them, for looking takes its snapshot. */
const tablesNow = (target: Target) =>
  inOneTransaction(
    target,
    (db) => db.transaction(),
    async (tx, client) => {
      await requireSupportedServer(client)
      return await ourTables(tx)
    },
  )

/** Locks the tables, then takes the snapshot, so that no column can differ from what the snapshot says. */
async function takeSnapshot(tx: Db, client: PoolClient, tables: Table[]): Promise<Table[]> {
  await client.query(settings)
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
  const seen = await ourTables(tx)
  const names = (list: Table[]) => list.map(({ name }) => name).join()
  if (names(seen) !== names(tables)) throw new Error('a migration changed the tables at the same moment: run this again')
  return seen
}

/** What the text of a value depends on is the same for every backup. Row security, where it is turned on, must not hide rows. */
const settings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s';
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local synchronize_seqscans = off; set local row_security = off`

type Contents = {
  tx: Db
  client: PoolClient
  header: Header
  tables: Table[]
  /** Filled with what was written. */
  written: Summary[]
  onProgress: BackUpOptions['onProgress']
}

async function* contents({ tx, client, header, tables, written, onProgress = () => {} }: Contents): AsyncGenerator<Buffer> {
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      onProgress(bytes, total)
      yield chunk
    }
  }
  yield line(header)
  for (const { name, columns } of tables) {
    const rows: AsyncIterable<Buffer> = client.query(copyTo(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`))
    written.push(yield* writeSection({ table: name, columns }, counted(rows)))
  }
  written.push(yield* writeSection({ jobs: true }, jobLines(tx)))
  yield line({ end: true })
}

async function* jobLines(tx: Db): AsyncGenerator<Buffer> {
  for await (const job of jobsToCarry(tx)) yield line(job)
}
