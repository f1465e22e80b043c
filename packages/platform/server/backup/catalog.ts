import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

export type Table = { name: string; columns: string[]; bytes: number }

export type Sequence = { last: string; called: boolean }

/** Written by Kysely's migrator, also during a restore. */
const migratorTables = ['kysely_migration', 'kysely_migration_lock']

export const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * Returns each of our tables after those it references. Leaves out tables of extensions and of the job library, and those whose
 * comment is `derived`: their rows can be made again, so no file may bring them.
 */
export async function ourTables(db: Db): Promise<Table[]> {
  const { rows: tables } = await sql<Table>`
    select c.relname as name, pg_table_size(c.oid) as bytes, coalesce(
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''), '{}') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind in ('r', 'p') and coalesce(obj_description(c.oid, 'pg_class'), '') <> 'derived' and not c.relispartition and c.relname <> all(${migratorTables})
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db)
  const { rows: references } = await sql<Reference>`
    select f.relname as "from", t.relname as "to" from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid join pg_namespace n on n.oid = f.relnamespace
    where k.contype = 'f' and n.nspname = current_schema() and k.conrelid <> k.confrelid`.execute(db)
  return referredFirst(tables, references)
}

type Reference = { from: string; to: string }

function referredFirst(tables: Table[], references: Reference[]): Table[] {
  const ordered: Table[] = []
  let waiting = tables
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name))
    const blocked = new Set(references.filter(({ to }) => names.has(to)).map(({ from }) => from))
    const free = waiting.filter(({ name }) => !blocked.has(name))
    if (free.length === 0) throw new Error(`tables reference each other in a cycle: ${[...names].join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter(({ name }) => blocked.has(name))
  }
  return ordered
}

/** Read it after the snapshot: sequences only grow, so none is behind the rows. */
export async function ourSequences(db: Db): Promise<Record<string, Sequence>> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = current_schema() and c.relkind = 'S'
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    order by c.relname`.execute(db)
  const found: Record<string, Sequence> = {}
  for (const { name } of rows) {
    const { rows: at } = await sql<Sequence>`select last_value::text as last, is_called as called from ${sql.id(name)}`.execute(
      db,
    )
    if (at[0]) found[name] = at[0]
  }
  return found
}

/** Sets the sequences, which must be ours. */
export async function setSequences(db: Db, sequences: Record<string, Sequence>): Promise<void> {
  for (const [name, { last, called }] of Object.entries(sequences))
    await sql`select setval(${quoteIdentifier(name)}::regclass, ${last}::bigint, ${called})`.execute(db)
}

/** Returns null for a database that was never migrated. */
export async function newestMigration(db: Db): Promise<string | null> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('kysely_migration') is not null as there`.execute(db)
  if (!rows[0]?.there) return null
  const { rows: newest } = await sql<{ name: string }>`select name from kysely_migration order by name desc limit 1`.execute(db)
  return newest[0]?.name ?? null
}

export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select to_regnamespace('pgboss') is not null or to_regclass('kysely_migration') is not null as found`.execute(db)
  return !rows[0]?.found && (await ourTables(db)).length === 0
}
