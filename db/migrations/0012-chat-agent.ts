import { type Kysely, sql } from 'kysely'

/** Agents with conversations can only be hidden. Deleting them would delete users' conversations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_conversation drop constraint chat_conversation_agent_id_fkey,
      add constraint chat_conversation_agent_id_fkey foreign key (agent_id) references marketplace_agent`.execute(db)
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table chat_conversation drop constraint chat_conversation_agent_id_fkey,
      add constraint chat_conversation_agent_id_fkey foreign key (agent_id) references marketplace_agent on delete cascade`.execute(
    db,
  )
}
