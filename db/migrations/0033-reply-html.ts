import { type Kysely, sql } from 'kysely'

/** Derived from the replies: unlogged, because a crash and a standby may lose it, and left out of backups (backup/catalog.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table chat_reply_html (
      reply_id uuid primary key references chat_message (id) on delete cascade,
      renderer integer not null,
      html text
    )`.execute(db)
  await sql`comment on table chat_reply_html is 'derived'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropTable('chat_reply_html').execute()
}
