import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table marketplace_note add column questions text[] not null default '{}'`.execute(db)
  await sql`alter table marketplace_agent_text add column keywords text[] not null default '{}'`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table marketplace_agent_text drop column keywords`.execute(db)
  await sql`alter table marketplace_note drop column questions`.execute(db)
}
