import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table caught_mail (
      id uuid primary key,
      message_id text not null unique,
      sender text not null,
      recipient text not null,
      subject text not null,
      html text not null,
      text text not null,
      headers jsonb not null default '{}',
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`create index caught_mail_created_at on caught_mail (created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table caught_mail`.execute(db)
}
