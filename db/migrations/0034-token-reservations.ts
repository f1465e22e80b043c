import { type Kysely, sql } from 'kysely'

/**
 * Tokens that are set aside before a model call. A day's totals include its reservations; the row says what to give back when the
 * call ends, or when it expires because its server died. A reply in progress also reserves tokens of the member's plan.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table chat_token_reservation (
      id uuid primary key,
      day date not null,
      tokens bigint not null check (tokens >= 0),
      visitor_tokens bigint not null check (visitor_tokens >= 0),
      expires_at timestamptz not null
    );
    create index chat_token_reservation_expires_at on chat_token_reservation (expires_at);
    alter table chat_run add column reserved_tokens bigint not null default 0 check (reserved_tokens >= 0)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_run drop column reserved_tokens;
    drop table chat_token_reservation`.execute(db)
}
