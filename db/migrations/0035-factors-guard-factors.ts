import { type Kysely, sql } from 'kysely'

/** Passed factors of sessions, networks of API keys, and the used steps of one-time codes (docs/decisions/0051). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_session add column factor_at timestamptz`.execute(db)
  await sql`alter table auth_event add column key_hint text`.execute(db)
  await sql`
    create table auth_api_key_network (
      key_id uuid not null references auth_api_key on delete cascade,
      network_hash text not null,
      mailed_at timestamptz,
      primary key (key_id, network_hash)
    )`.execute(db)
  await sql`alter table auth_one_time_codes add column used_steps bigint[] not null default '{}'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_one_time_codes drop column used_steps`.execute(db)
  await sql`drop table auth_api_key_network`.execute(db)
  await sql`alter table auth_event drop column key_hint`.execute(db)
  await sql`alter table auth_session drop column factor_at`.execute(db)
}
