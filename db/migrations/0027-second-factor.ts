import { type Kysely, sql } from 'kysely'

/** Second factors, second steps and the delayed recovery of accounts (docs/decisions/0044). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_user add column role text not null default 'person' check (role in ('person', 'operator'))`.execute(
    db,
  )
  await sql`
    create table auth_passkey (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      event_id uuid not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      disputed_at timestamptz
    )`.execute(db)
  await sql`create index auth_passkey_user on auth_passkey (user_id)`.execute(db)
  await sql`
    create table auth_one_time_codes (
      user_id uuid primary key references auth_user on delete cascade,
      secret text not null,
      last_step bigint not null,
      event_id uuid not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table auth_recovery_code (
      user_id uuid not null references auth_user on delete cascade,
      code_hash text not null,
      created_at timestamptz not null default now(),
      primary key (user_id, code_hash)
    )`.execute(db)
  await sql`
    create table auth_second_step (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      token_hash text not null unique,
      remember boolean not null,
      tries integer not null default 0,
      expires_at timestamptz not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index auth_second_step_user on auth_second_step (user_id)`.execute(db)
  await sql`create index auth_second_step_expires_at on auth_second_step (expires_at)`.execute(db)
  await sql`
    create table auth_challenge (
      id uuid primary key,
      kind text not null,
      session_id uuid references auth_session on delete cascade,
      step_id uuid references auth_second_step on delete cascade,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      check (num_nonnulls(session_id, step_id) <= 1)
    )`.execute(db)
  await sql`create unique index auth_challenge_session on auth_challenge (session_id, kind) where session_id is not null`.execute(
    db,
  )
  await sql`create unique index auth_challenge_step on auth_challenge (step_id, kind) where step_id is not null`.execute(db)
  await sql`create index auth_challenge_expires_at on auth_challenge (expires_at)`.execute(db)
  await sql`
    create table auth_factor_recovery (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      ripe_at timestamptz not null,
      lapses_at timestamptz not null,
      ended_at timestamptz,
      ended_as text check (ended_as in ('cancelled', 'voided', 'used', 'lapsed')),
      created_at timestamptz not null default now(),
      check ((ended_at is null) = (ended_as is null))
    )`.execute(db)
  await sql`create unique index auth_factor_recovery_running on auth_factor_recovery (user_id) where ended_at is null`.execute(db)
  await sql`create index auth_factor_recovery_user on auth_factor_recovery (user_id, ended_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table auth_factor_recovery, auth_challenge, auth_second_step, auth_recovery_code, auth_one_time_codes, auth_passkey`.execute(
    db,
  )
  await sql`alter table auth_user drop column role`.execute(db)
}
