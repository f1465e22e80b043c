import type { Db } from '@duo/db/index.ts'
import type { Database } from '@duo/db/tables/index.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

export const purgeBatchSize = 5_000

interface Purge {
  /** Looked at again in each row that is deleted: it may have been renewed while we waited for its lock. */
  where: RawBuilder<SqlBool>
  key?: string
  limit?: number
}

/** Deletes one batch of a table's rows. Returns how many. */
export async function purge(
  db: Db,
  table: keyof Database,
  { where, key = 'id', limit = purgeBatchSize }: Purge,
): Promise<number> {
  const [rows, id] = [sql.table(table), sql.ref(key)]
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ${id} in (select ${id} from ${rows} where ${where} limit ${limit}) and ${where}`.execute(db)
  return Number(numAffectedRows)
}
