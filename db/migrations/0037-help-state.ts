import { type Kysely, sql } from 'kysely'

/**
 * `chat_message.help`: the kind of distress that a reply is about: help itself (origin `help`), or a persona's reply with the line that
 * leads to help. `over`: the help that ends the state. Help from before this migration had one of three kinds, which was not stored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_message add column help text
      constraint chat_message_help_check check (help in ('danger', 'child', 'sexual', 'violence', 'suicide', 'eating', 'over'))`.execute(
    db,
  )
  await sql`update chat_message set help = 'suicide' where origin = 'help'`.execute(db)
  await sql`alter table chat_conversation add column help_declined_at timestamptz`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`alter table chat_conversation drop column help_declined_at`.execute(db)
  await sql`alter table chat_message drop column help`.execute(db)
}
