import { type Kysely, sql } from 'kysely'
import { defaultNow, defaultZero, primaryKey } from './columns.ts'

/** One row, for what seeds have written. */
export async function createContentVersion(db: Kysely<unknown>, table: string): Promise<void> {
  await db.schema
    .createTable(table)
    .addColumn('one', 'boolean', (column) => primaryKey(column).defaultTo(true).check(sql`one`))
    // grows with every change
    .addColumn('version', 'bigint', defaultZero)
    // of the bundled files that were seeded last
    .addColumn('fingerprint', 'text')
    // false after an operator seeded another folder, which a start must not overwrite
    .addColumn('bundled', 'boolean', (column) => column.notNull().defaultTo(true))
    .addColumn('updated_at', 'timestamptz', defaultNow)
    .execute()
  await sql`insert into ${sql.table(table)} default values`.execute(db)
}
