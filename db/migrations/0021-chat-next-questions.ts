import { type Kysely, sql } from 'kysely'

/** Follow-up questions of a reply; `resting`: composed from notes, because no model endpoint was available. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_message add column next_questions text[] not null default '{}',
      drop constraint chat_message_problem_check,
      add constraint chat_message_problem_check check (problem in ('empty', 'quota', 'other', 'resting'))`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`update chat_message set problem = null where problem = 'resting'`.execute(db)
  await sql`
    alter table chat_message drop column next_questions,
      drop constraint chat_message_problem_check,
      add constraint chat_message_problem_check check (problem in ('empty', 'quota', 'other'))`.execute(db)
}
