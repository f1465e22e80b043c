import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waitlist_address add column domain_hash text`.execute(db)
  await sql`alter table waitlist_credit add column block_hash text, add column domain_hash text`.execute(db)
  await sql`create index waitlist_credit_block on waitlist_credit (created_at) where block_hash is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index waitlist_credit_block`.execute(db)
  await sql`alter table waitlist_credit drop column block_hash, drop column domain_hash`.execute(db)
  await sql`alter table waitlist_address drop column domain_hash`.execute(db)
}
