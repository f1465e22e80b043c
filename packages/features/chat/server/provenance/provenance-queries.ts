import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

interface UnsignedReply {
  id: string
  content: string
  origin: 'model' | 'offline' | null
  createdAt: Date
  agent: string
}

/** The condition is that of the index `chat_message_unsigned`. */
export async function listUnsignedReplies(
  db: Db,
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<UnsignedReply[]> {
  const { rows } = await sql<UnsignedReply>`
    select message.id, message.content, message.origin, message.created_at as "createdAt", agent.slug as agent
    from chat_message as message
    join chat_conversation as conversation on conversation.id = message.conversation_id
    join marketplace_agent as agent on agent.id = conversation.agent_id
    where message.role = 'assistant' and message.provenance is null and message.status <> 'running' and message.content <> ''
      and message.origin is distinct from 'help' and message.origin is distinct from 'fallback'
      and message.content <> all(${except}::text[])
    order by message.id limit ${limit}`.execute(db)
  return rows
}

/** Keeps a note that another server stored meanwhile. */
export async function storeNotes(db: Db, notes: readonly { id: string; note: string }[]): Promise<void> {
  await sql`
    update chat_message set provenance = listed.note
    from unnest(${notes.map(({ id }) => id)}::uuid[], ${notes.map(({ note }) => note)}::text[]) as listed (id, note)
    where chat_message.id = listed.id and chat_message.provenance is null`.execute(db)
}

/**
 * After a restore: a reply without a note gets an empty one, so that the background task never signs it. Anyone can have written it
 * into the file. Also the unfinished ones, which end as interrupted.
 */
export async function markRestoredReplies(db: Db): Promise<void> {
  await sql`
    update chat_message set provenance = ''
    where role = 'assistant' and provenance is null and origin is distinct from 'help' and origin is distinct from 'fallback'`.execute(
    db,
  )
}
