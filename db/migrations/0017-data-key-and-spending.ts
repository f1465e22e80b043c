import { type Kysely, sql } from 'kysely'

/**
 * The key of stored hashes, encrypted under the server's secret. One row: the hashes are never computed again, so the key never changes,
 * only what it is encrypted under. And what all models together cost in a day (UTC), in tokens, against AI_DAILY_TOKENS.
 */
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
