import { type Kysely, sql } from 'kysely'

/** API keys of accounts (docs/decisions/0047). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_api_key (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      name text not null,
      token_hash text not null unique,
      hint text not null,
      scopes text[] not null check (cardinality(scopes) > 0),
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index auth_api_key_user on auth_api_key (user_id)`.execute(db)
  await sql`create index auth_api_key_expires_at on auth_api_key (expires_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table auth_api_key`.execute(db)
}
