import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { maxPageLength, maxSharedPairs } from '../../rules.ts'
import type { SharedPair } from '../../schema.ts'
import type { OwnedId } from '../message-queries.ts'

const shareable = sql`
  reply.role = 'assistant' and reply.hidden_at is null and reply.status <> 'running' and reply.content <> ''
    and reply.origin in ('model', 'offline')`

/** Returns undefined if there is nothing to share. The row lock serializes it with a concurrent deletion. */
export async function upsertShare(db: Db, { id, userId, tokenHash }: OwnedId & { tokenHash: string }) {
  const { rows } = await sql<{ sharedAt: Date }>`
    with conversation as (
      select id, path from chat_conversation where id = ${id} and user_id = ${userId} and removed_at is null for update
    )
    insert into chat_share (conversation_id, token_hash, last_seq, path)
    select conversation.id, ${tokenHash}, max(reply.seq), conversation.path from conversation join chat_message as reply on reply.conversation_id = conversation.id
    where ${shareable} group by conversation.id, conversation.path
    on conflict (conversation_id) do update
      set token_hash = excluded.token_hash, last_seq = excluded.last_seq, path = excluded.path, shared_at = now()
    returning shared_at as "sharedAt"`.execute(db)
  return rows[0]
}

export function findShare(db: Db, { id, userId }: OwnedId) {
  return db
    .selectFrom('chat_share as share')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'share.conversation_id')
    .where('conversation.id', '=', id)
    .where('conversation.user_id', '=', userId)
    .where('conversation.removed_at', 'is', null)
    .select('share.shared_at as sharedAt')
    .executeTakeFirst()
}

/** Does not check the owner. */
export const deleteShare = (db: Db, conversationId: string) =>
  db.deleteFrom('chat_share').where('conversation_id', '=', conversationId).execute()

export function findSharedConversation(db: Db, tokenHash: string) {
  return db
    .selectFrom('chat_share as share')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'share.conversation_id')
    .where('share.token_hash', '=', tokenHash)
    .where('conversation.removed_at', 'is', null)
    .select([
      'conversation.id',
      'conversation.agent_id as agentId',
      'share.last_seq as lastSeq',
      'share.path',
      'share.shared_at as sharedAt',
    ])
    .executeTakeFirst()
}

type SharedRow = Omit<SharedPair, 'html' | 'provenance'> & { provenance: string | null; total: number }

/**
 * Returns pairs never hidden since `path`, newest first, up to `maxSharedPairs` and `maxPageLength`. `total` counts all of them.
 * A link never shows again what its owner once hid.
 */
export async function listSharedPairs(
  db: Db,
  { id, lastSeq, path }: { id: string; lastSeq: number; path: number },
): Promise<SharedRow[]> {
  const { rows } = await sql<SharedRow>`
    select id, question, answer, sources, origin, provenance, total from (
      select reply.id, reply.seq, question.content as question, reply.content as answer, reply.sources, reply.origin, reply.provenance,
        count(*) over ()::integer as total, row_number() over newest as number,
        -- bytes, which Postgres knows without reading long texts
        sum(octet_length(reply.content) + octet_length(question.content)) over newest as bytes
      from chat_message as reply
      join chat_message as question on question.id = reply.question_id and question.hidden_at is null
      where reply.conversation_id = ${id} and reply.seq <= ${lastSeq} and ${shareable}
        and reply.on_path_since <= ${path} and question.on_path_since <= ${path}
      window newest as (order by reply.seq desc)
    ) as pair
    where number <= ${maxSharedPairs} and (number = 1 or bytes <= ${maxPageLength})
    order by number`.execute(db)
  return rows
}
