import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** `invited` serves the count of those ahead of a member whom a wave has invited. A new entry is not in it, so a join writes no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('waitlist_signup_invited')
    .on('waitlist_signup')
    .column('seat')
    .where(sql<boolean>`invited_at is not null`)
    .execute()
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await db.schema.dropIndex('waitlist_signup_invited').execute()
}
