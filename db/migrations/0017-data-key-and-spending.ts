import { type Kysely, sql } from 'kysely'

/** The key of stored hashes, encrypted under SECRET, and the tokens of all models per day (UTC) for AI_DAILY_TOKENS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_key (
      is_only boolean primary key default true check (is_only),
      wrapped text not null,
      made_from_secret boolean not null,
      created_at timestamptz not null default now(),
      wrapped_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table chat_spending (
      day date primary key,
      tokens bigint not null check (tokens >= 0)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table chat_spending, data_key`.execute(db)
}
