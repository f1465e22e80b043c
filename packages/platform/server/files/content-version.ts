import { createHash } from 'node:crypto'
import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { sql } from 'kysely'
import { changesAnything, isExact, type SeedPlan } from './seed-plan.ts'

type VersionTable = Extract<keyof Database, `${string}_content_version`>

interface ContentVersion {
  version: number
  fingerprint: string | null
  /** Whether the server start updates the content. */
  bundled: boolean
}

export async function readContentVersion(db: Db, table: VersionTable): Promise<ContentVersion> {
  return selectVersion(db, table, sql``)
}

/** Locks the version until the transaction ends, so that concurrent seeds run one after the other. */
export async function lockContentVersion(tx: Db, table: VersionTable): Promise<ContentVersion> {
  return selectVersion(tx, table, sql`for update`)
}

async function selectVersion(db: Db, table: VersionTable, lock: ReturnType<typeof sql>): Promise<ContentVersion> {
  const { rows } = await sql<ContentVersion>`
    select version, fingerprint, bundled from ${sql.table(table)} ${lock}`.execute(db)
  if (!rows[0]) throw new Error(`${table} has no row`)
  return rows[0]
}

interface Seed {
  before: boolean
  fingerprint: string
  isBundled: boolean
}

/** Stores what a seed has made of the content. A change raises the version, which invalidates every server's cache. */
export async function saveContentVersion(
  tx: Db,
  table: VersionTable,
  plan: Omit<SeedPlan, 'followsBundled'>,
  { before, fingerprint, isBundled }: Seed,
): Promise<SeedPlan> {
  const [changed, exact] = [changesAnything(plan), isExact(plan)]
  const after = changed || exact ? isBundled && exact : before
  if (changed || exact)
    await sql`
      update ${sql.table(table)} set version = version + ${changed ? 1 : 0}, fingerprint = ${exact ? fingerprint : null},
        bundled = ${after}, updated_at = now()`.execute(tx)
  return { ...plan, followsBundled: { before, after } }
}

/** `format` changes when equal files make different rows: the next start then seeds again. */
export function fingerprintOf(format: number, files: readonly { name: string; source: string }[]): string {
  const hash = createHash('sha256').update(String(format))
  for (const { name, source } of files) hash.update(`\0${name}\0${source}`)
  return hash.digest('base64url')
}
