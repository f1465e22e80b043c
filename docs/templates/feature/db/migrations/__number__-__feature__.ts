import { type Kysely, sql } from 'kysely'

/** Items of members, deleted with the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table __feature_name___item (
      id uuid primary key,
      user_id uuid not null references auth_user on delete cascade,
      text text not null,
      created_at timestamptz not null default now(),
      unique (user_id, text)
    )`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop table __feature_name___item`.execute(db)
}
