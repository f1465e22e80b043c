import { type Kysely, sql } from 'kysely'

/**
 * A pending change of address gets an id, so that a link is for one change only, and the session that asked for it, which survives the
 * change. Recovery links are found by their account, so that using one voids the others. The index is a hash because the column also
 * holds long states of sign-ins at a provider.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_user add column pending_id uuid, add column pending_session uuid`.execute(db)
  await sql`create index auth_verification_value on auth_verification using hash (value)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index auth_verification_value`.execute(db)
  await sql`alter table auth_user drop column pending_id, drop column pending_session`.execute(db)
}
