import { type Kysely, sql } from 'kysely'

/** Versions of edited questions (docs/decisions/0039). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_message
      -- the first version's id, in every version; no reference, because it names a group
      add column version_of uuid,
      add column away_with uuid references chat_message on delete cascade,
      add column on_path_since integer not null default 0,
      add check (version_of is null or role = 'user'),
      add check (away_with is null or put_away_at is not null)`.execute(db)
  await sql`create index chat_message_version on chat_message (version_of) where version_of is not null`.execute(db)
  await sql`create index chat_message_away on chat_message (away_with) where away_with is not null`.execute(db)
  await sql`drop index chat_message_put_away`.execute(db)
  await sql`
    create index chat_message_put_away on chat_message (put_away_at)
      where put_away_at is not null and away_with is null`.execute(db)
  await sql`alter table chat_conversation add column path integer not null default 0`.execute(db)
  await sql`alter table chat_share add column path integer not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_share drop column path`.execute(db)
  await sql`alter table chat_conversation drop column path`.execute(db)
  await sql`drop index chat_message_put_away, chat_message_version, chat_message_away`.execute(db)
  await sql`alter table chat_message drop column version_of, drop column away_with, drop column on_path_since`.execute(db)
  await sql`create index chat_message_put_away on chat_message (put_away_at) where put_away_at is not null`.execute(db)
}
