import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_feedback (
      reply_id uuid primary key references chat_message on delete cascade,
      vote text not null check (vote in ('up', 'down')),
      reason text check (char_length(reason) between 1 and 500),
      rated_at timestamptz not null default now(),
      check (vote = 'down' or reason is null)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table chat_feedback`.execute(db)
}
