import type { Kysely } from 'kysely'

/** A running server of the version before lists these conversations as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('chat_conversation')
    .addColumn('pinned_at', 'timestamptz')
    .addColumn('archived_at', 'timestamptz')
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chat_conversation').dropColumn('pinned_at').dropColumn('archived_at').execute()
}
