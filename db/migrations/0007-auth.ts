import { type Kysely, sql } from 'kysely'

/** better-auth's tables under our names (auth/server/better-auth/better-auth-tables.ts), and queued account mails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table auth_user (
      id uuid primary key,
      name text not null,
      email text not null unique,
      email_verified boolean not null default false,
      image text,
      language text not null default 'en' check (language in ('en', 'pt')),
      pending_email text,
      confirmed_at timestamptz,
      welcomed_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index auth_user_unconfirmed on auth_user (created_at) where not email_verified`.execute(db)

  await sql`
    create table auth_session (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      token text not null unique,
      expires_at timestamptz not null,
      ip_address text,
      user_agent text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index auth_session_user on auth_session (user_id)`.execute(db)
  await sql`create index auth_session_expires_at on auth_session (expires_at)`.execute(db)

  await sql`
    create table auth_account (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      provider_id text not null,
      account_id text not null,
      access_token text check (access_token is null),
      refresh_token text check (refresh_token is null),
      id_token text check (id_token is null),
      access_token_expires_at timestamptz,
      refresh_token_expires_at timestamptz,
      scope text,
      password text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (provider_id, account_id)
    )`.execute(db)
  await sql`create index auth_account_user on auth_account (user_id)`.execute(db)

  await sql`
    create table auth_verification (
      id uuid primary key,
      identifier text not null,
      value text not null,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index auth_verification_identifier on auth_verification (identifier)`.execute(db)
  await sql`create index auth_verification_expires_at on auth_verification (expires_at)`.execute(db)

  await sql`
    create table auth_mail (
      id uuid primary key,
      kind text not null,
      email text not null,
      language text not null check (language in ('en', 'pt')),
      user_id uuid references auth_user on delete cascade,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index auth_mail_created_at on auth_mail (created_at)`.execute(db)

  await sql`alter table waitlist_signup add column user_id uuid unique references auth_user on delete set null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waitlist_signup drop column user_id`.execute(db)
  await sql`drop table auth_mail, auth_verification, auth_account, auth_session, auth_user`.execute(db)
}
