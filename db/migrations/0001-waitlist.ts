import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create sequence waitlist_seat`.execute(db)
  await sql`
    create table waitlist_signup (
      id uuid primary key,
      email text not null unique,
      language text not null check (language in ('en', 'pt')),
      seat bigint not null unique,
      referral_code text not null unique,
      invited_by uuid references waitlist_signup on delete set null,
      user_agent text not null default 'unknown',
      confirmed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index waitlist_signup_invited_by on waitlist_signup (invited_by) where invited_by is not null`.execute(db)

  await sql`create table waitlist_rank_delta (pos bigint not null, d smallint not null)`.execute(db)
  // d is included so that the sum below a position is an index-only scan
  await sql`create index waitlist_rank_delta_pos on waitlist_rank_delta (pos) include (d)`.execute(db)

  await sql`
    create table waitlist_event (
      id uuid primary key,
      signup_id uuid not null references waitlist_signup on delete cascade,
      kind text not null,
      data jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index waitlist_event_signup on waitlist_event (signup_id, created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table waitlist_event, waitlist_rank_delta, waitlist_signup`.execute(db)
  await sql`drop sequence waitlist_seat`.execute(db)
}
