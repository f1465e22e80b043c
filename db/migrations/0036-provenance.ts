import { type Kysely, sql } from 'kysely'

/** Signed notes that a machine made a reply, and the public keys that verify them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table note_key (
      kid text primary key,
      x text not null,
      created_at timestamptz not null default now()
    )`.execute(db)
  await sql`alter table chat_message add column provenance text`.execute(db)
  // finds the replies from before this migration, and those of servers that died, without reading the table
  await sql`
    create index chat_message_unsigned on chat_message (id)
    where role = 'assistant' and provenance is null and status <> 'running' and content <> ''
      and origin is distinct from 'help' and origin is distinct from 'fallback'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`drop index chat_message_unsigned`.execute(db)
  await sql`alter table chat_message drop column provenance`.execute(db)
  await sql`drop table note_key`.execute(db)
}
