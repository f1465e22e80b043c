import { type Kysely, sql } from 'kysely'

/** Unlogged: derived from the replies, so a crash, a standby and a backup may lose it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table chat_reply_html (
      reply_id uuid primary key references chat_message (id) on delete cascade,
      renderer integer not null,
      html text
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('chat_reply_html').execute()
}
