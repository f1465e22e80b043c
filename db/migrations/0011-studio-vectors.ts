import { type Kysely, sql } from 'kysely'
import { defaultNow, partOf, required } from './0001-baseline/columns.ts'

/** Vectors of passages, and which form of the index an agent's passages have: since the second one, terms have positions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('studio_agent')
    .addColumn('index_form', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await sql`alter table studio_agent alter column index_form set default 2`.execute(db)

  // beside the text: ranking reads the terms of a hundred passages for a question
  await sql`alter table studio_passage alter column terms set storage main`.execute(db)

  await db.schema
    .createTable('studio_vector')
    .addColumn('passage_id', 'uuid', partOf('studio_passage'))
    .addColumn('model', 'text', required)
    // of the embedded text: vectors of a text before an edit are not used
    .addColumn('hash', 'text', required)
    // of length 1, as float32 of the processor's byte order, which is little-endian
    .addColumn('vector', 'bytea', required)
    .addColumn('created_at', 'timestamptz', defaultNow)
    .addPrimaryKeyConstraint('studio_vector_pkey', ['passage_id', 'model'])
    .execute()
  // numbers do not compress
  await sql`alter table studio_vector alter column vector set storage external`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('studio_vector').execute()
  await sql`alter table studio_passage alter column terms set storage extended`.execute(db)
  await db.schema.alterTable('studio_agent').dropColumn('index_form').execute()
}
