import { type Kysely, sql } from 'kysely'

/** One id per pending change of address, so that older links are void. A hash index, because provider states are long. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_user add column pending_id uuid, add column pending_session uuid`.execute(db)
  await sql`create index auth_verification_value on auth_verification using hash (value)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index auth_verification_value`.execute(db)
  await sql`alter table auth_user drop column pending_id, drop column pending_session`.execute(db)
}
