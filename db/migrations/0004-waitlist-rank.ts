import { type Kysely, sql } from 'kysely'

/** Ranks, referral credit, review and waves (docs/decisions/0013). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table waitlist_signup
      add column mailbox_hash text,
      add column suspicion text[] not null default '{}',
      add column credit text check (credit in ('counted', 'review', 'refused', 'repeated', 'goal_reached')),
      add column invited_at timestamptz,
      add column unsubscribed_at timestamptz`.execute(db)
  await sql`create index waitlist_signup_mailbox on waitlist_signup (mailbox_hash)`.execute(db)
  await sql`create index waitlist_signup_review on waitlist_signup (seat) where credit = 'review'`.execute(db)
  await sql`create index waitlist_signup_next on waitlist_signup (seat) where confirmed_at is not null and invited_at is null`.execute(
    db,
  )
  await sql`create index waitlist_signup_unconfirmed on waitlist_signup (created_at) where confirmed_at is null`.execute(db)

  await sql`
    create table waitlist_mover (
      seat bigint primary key,
      key bigint not null,
      friends smallint not null check (friends between 1 and 5)
    ) with (fillfactor = 80)`.execute(db)
  await sql`create unique index waitlist_mover_key on waitlist_mover (key, seat)`.execute(db)
  await sql`create table waitlist_gap (seat bigint primary key)`.execute(db)
  // until now the log contained only the seats of erased members
  await sql`insert into waitlist_gap select distinct pos from waitlist_rank_delta where d = -1`.execute(db)
  await sql`
    create table waitlist_rank_node (
      level smallint not null,
      node bigint not null,
      n bigint not null,
      primary key (level, node)
    ) with (fillfactor = 50)`.execute(db)
  await sql`
    alter table waitlist_rank_delta
      set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`.execute(db)
  await sql`create table waitlist_reconciled (seat bigint not null)`.execute(db)
  await sql`insert into waitlist_reconciled values (0)`.execute(db)

  await sql`
    create table waitlist_credit (
      inviter_id uuid not null references waitlist_signup on delete cascade,
      mailbox_hash text not null,
      created_at timestamptz not null default now(),
      primary key (inviter_id, mailbox_hash)
    )`.execute(db)
  await sql`
    create table waitlist_address (
      signup_id uuid primary key references waitlist_signup on delete cascade,
      hash text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index waitlist_address_hash on waitlist_address (hash, expires_at)`.execute(db)
  await sql`create index waitlist_address_expires on waitlist_address (expires_at)`.execute(db)

  await sql`
    create table waitlist_wave (
      name text primary key,
      size integer not null check (size > 0),
      by_referrals real not null check (by_referrals between 0 and 1),
      created_at timestamptz not null default now(),
      completed_at timestamptz
    )`.execute(db)
  await sql`alter table waitlist_signup add column wave text references waitlist_wave`.execute(db)
  await sql`create index waitlist_signup_wave on waitlist_signup (wave) where wave is not null`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index waitlist_signup_unconfirmed`.execute(db)
  // without the movers the correction log cannot be interpreted: positions fall back to seats
  await sql`
    alter table waitlist_signup
      drop column wave, drop column mailbox_hash, drop column suspicion, drop column credit,
      drop column invited_at, drop column unsubscribed_at`.execute(db)
  await sql`drop table waitlist_wave, waitlist_address, waitlist_credit, waitlist_reconciled, waitlist_rank_node, waitlist_mover`.execute(
    db,
  )
  await sql`delete from waitlist_rank_delta`.execute(db)
  await sql`insert into waitlist_rank_delta (pos, d) select seat, -1 from waitlist_gap`.execute(db)
  await sql`drop table waitlist_gap`.execute(db)
  await sql`alter table waitlist_rank_delta reset (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)`.execute(db)
}
