import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_message drop constraint chat_message_origin_check,
      add constraint chat_message_origin_check check (origin in ('model', 'offline', 'fallback', 'help'))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    update chat_message set origin = 'fallback' where origin = 'help'`.execute(db)
  await sql`
    alter table chat_message drop constraint chat_message_origin_check,
      add constraint chat_message_origin_check check (origin in ('model', 'offline', 'fallback'))`.execute(db)
}
