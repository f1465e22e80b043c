import { type Kysely, sql } from 'kysely'

/** A running server of the version before lists these conversations as before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('chat_conversation')
    .addColumn('pinned_at', 'timestamptz')
    .addColumn('archived_at', 'timestamptz')
    .execute()
  // open pages ask for these lists every few seconds
  await db.schema
    .createIndex('chat_conversation_pinned')
    .on('chat_conversation')
    .columns(['user_id', 'pinned_at desc'])
    .where(sql<boolean>`pinned_at is not null`)
    .execute()
  await db.schema
    .createIndex('chat_conversation_archived')
    .on('chat_conversation')
    .columns(['user_id', 'updated_at desc', 'id desc'])
    .where(sql<boolean>`archived_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('chat_conversation').dropColumn('pinned_at').dropColumn('archived_at').execute()
}
