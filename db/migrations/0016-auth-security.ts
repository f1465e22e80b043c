import { type Kysely, sql } from 'kysely'

/** Known devices and security events. Failures are counted per hour, so that guessing cannot flood the log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_device (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      user_agent text,
      created_at timestamptz not null default now(),
      used_at timestamptz not null default now(),
      revoked_at timestamptz
    )`.execute(db)
  await sql`create index auth_device_user on auth_device (user_id)`.execute(db)
  await sql`create index auth_device_used_at on auth_device (used_at)`.execute(db)
  await sql`alter table auth_session add column device_id uuid references auth_device on delete set null`.execute(db)
  await sql`create index auth_session_device on auth_session (device_id)`.execute(db)

  await sql`
    create table auth_event (
      id uuid primary key,
      user_id uuid references auth_user on delete cascade,
      erased_account uuid,
      kind text not null,
      device_id uuid,
      user_agent text,
      address_hash text,
      email text,
      times integer not null default 1,
      hour timestamptz,
      disputed_at timestamptz,
      at timestamptz not null default now(),
      check ((user_id is null) <> (erased_account is null)),
      check (user_id is not null or num_nonnulls(device_id, user_agent, address_hash, email) = 0)
    )`.execute(db)
  await sql`create index auth_event_user on auth_event (user_id, at)`.execute(db)
  await sql`create index auth_event_erased on auth_event (erased_account) where erased_account is not null`.execute(db)
  await sql`create index auth_event_at on auth_event (at)`.execute(db)
  await sql`create unique index auth_event_hour on auth_event (user_id, kind, hour) where hour is not null`.execute(db)
  await sql`alter table auth_mail add column event_id uuid references auth_event on delete cascade`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table auth_mail drop column event_id`.execute(db)
  await sql`alter table auth_session drop column device_id`.execute(db)
  await sql`drop table auth_event, auth_device`.execute(db)
}
