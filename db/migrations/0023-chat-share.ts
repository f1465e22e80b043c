import { type Kysely, sql } from 'kysely'

/** Public links to conversations (docs/decisions/0037): one per conversation, stored as a token hash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_share (
      conversation_id uuid primary key references chat_conversation on delete cascade,
      token_hash text not null unique,
      -- the place of the last reply that the link shows
      last_seq integer not null,
      shared_at timestamptz not null default now()
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table chat_share`.execute(db)
}
