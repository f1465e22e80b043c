import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table billing_subscription (
      user_id uuid primary key references auth_user on delete cascade,
      plan text not null check (plan in ('free', 'pro', 'growth', 'business')),
      started_at timestamptz not null default now()
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table billing_subscription`.execute(db)
}
