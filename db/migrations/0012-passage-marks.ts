import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Where each sentence of a passage stands, not only its beginning. Passages that were read before have no marks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('studio_passage')
    .addColumn('marks', 'jsonb', (column) => column.notNull().defaultTo(sql`'[]'::jsonb`))
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('studio_passage').dropColumn('marks').execute()
}
