import type { Db } from '@duo/db/index.ts'
import { requireSupportedServer } from '@duo/db/server-version.ts'
import { sql } from 'kysely'
import type { PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { jobsToCarry } from '../jobs/carry.ts'
import { newestMigration, ourSequences, ourTables, quoteIdentifier, type Table } from './catalog.ts'
import { writeSealed } from './file.ts'
import { type Header, line, type Summary, writeSection } from './format.ts'
import { inOneTransaction, type Target } from './one-transaction.ts'

export type BackUpOptions = {
  target: Target
  path: string
  /** Returns null while nothing depends on the secret. Called within the snapshot. */
  secretFingerprint: (db: Db) => Promise<string | null>
  /** Set to include the secret in the file. */
  secret?: string | undefined
  onProgress?: (bytes: number, total: number) => void
  signal?: AbortSignal | undefined
}

/** Writes a consistent snapshot into a file while servers keep running. Locks tables against schema changes; streams. */
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

/** A separate transaction: ours must lock before it reads, because reading takes its snapshot. */
const tablesNow = (target: Target) =>
  inOneTransaction(
    target,
    (db) => db.transaction(),
    async (tx, client) => {
      await requireSupportedServer(client)
      return await ourTables(tx)
    },
  )

/** Locks before the snapshot, so that the schema cannot differ from it. */
async function takeSnapshot(tx: Db, client: PoolClient, tables: Table[]): Promise<Table[]> {
  await client.query(settings)
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => quoteIdentifier(name)).join(', ')} in access share mode`)
  const seen = await ourTables(tx)
  const names = (list: Table[]) => list.map(({ name }) => name).join()
  if (names(seen) !== names(tables)) throw new Error('a migration changed the tables meanwhile: run this again')
  return seen
}

/** Settings that affect the text format of values, and row security, which must not hide rows. */
const settings = `
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local lock_timeout = '30s';
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC'; set local bytea_output = 'hex';
  set local extra_float_digits = 1; set local synchronize_seqscans = off; set local row_security = off`

type Contents = {
  tx: Db
  client: PoolClient
  header: Header
  tables: Table[]
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
    const rows: AsyncIterable<Buffer> = client.query(
      copyTo(`copy ${quoteIdentifier(name)} (${columns.map(quoteIdentifier).join(', ')}) to stdout`),
    )
    written.push(yield* writeSection({ table: name, columns }, counted(rows)))
  }
  written.push(yield* writeSection({ jobs: true }, jobLines(tx)))
  yield line({ end: true })
}

async function* jobLines(tx: Db): AsyncGenerator<Buffer> {
  for await (const job of jobsToCarry(tx)) yield line(job)
}
