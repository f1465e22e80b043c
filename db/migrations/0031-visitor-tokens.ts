import { type Kysely, sql } from 'kysely'

/** The part of a day's tokens that visitors without an account spent, for AI_DEMO_DAILY_TOKENS. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_spending add column visitor_tokens bigint not null default 0 check (visitor_tokens >= 0)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_spending drop column visitor_tokens`.execute(db)
}
