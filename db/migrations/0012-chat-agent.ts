import { type Kysely, sql } from 'kysely'

/** An agent whom somebody talks with cannot be deleted, only hidden: their conversations are people's, and went with them until now. */
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
