import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table survey_qualification (
      signup_id uuid primary key references waitlist_signup on delete cascade,
      audience_size text not null,
      categories text[] not null,
      other_category text,
      goals text[] not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table survey_follow_up (
      signup_id uuid primary key references waitlist_signup on delete cascade,
      user_types text[] not null,
      niches text[] not null,
      agent_types text[] not null,
      description text not null,
      address text not null,
      mirrored_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index survey_follow_up_unmirrored on survey_follow_up (created_at) where mirrored_at is null`.execute(db)
  await sql`
    create table survey_draft (
      signup_id uuid not null references waitlist_signup on delete cascade,
      survey text not null check (survey in ('qualification', 'follow_up')),
      answers jsonb not null,
      updated_at timestamptz not null default now(),
      primary key (signup_id, survey)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table survey_draft, survey_follow_up, survey_qualification`.execute(db)
}
