import { type Kysely, sql } from 'kysely'

/** A running server of the version before does not name the column, and finds whole notes only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('marketplace_note')
    .addColumn('facts', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'`))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('marketplace_note').dropColumn('facts').execute()
}
