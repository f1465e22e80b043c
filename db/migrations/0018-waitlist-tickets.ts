import { type Kysely, sql } from 'kysely'

/** Revocable tickets, by generation. A repeated confirmation is recognized by the hash of its page's key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table waitlist_signup
      add column ticket_generation integer not null default 0,
      add column confirm_key_hash text`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waitlist_signup drop column ticket_generation, drop column confirm_key_hash`.execute(db)
}
