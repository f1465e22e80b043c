import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '../../billing/rules.ts'
import { type Spent, tokenColumns } from '../../billing/server/plans.ts'
import { runningAtMost } from '../rules.ts'
import { type Owned, turnsBefore } from './conversation-queries.ts'
import type { Turn } from './responder.ts'

interface Asking {
  conversationId: string
  userId: string
  processId: string
  replyId: string
  /** How the conversation's last message now begins. */
  last: string
}

export interface Placed {
  /** The reply's place; the question's is before it. */
  seq: number
  createdAt: Date
  /** The conversation's path, on which both are. */
  path: number
}

interface Talk extends Spent {
  agentId: string
  turns: Turn[]
  path: number
  /** Whether a question with this client's id is stored. */
  isRepeated: boolean
}

/**
 * A conversation as a new question needs it: what was said last in it, newest first, what its person has used of their plan, and whether a
 * question with this client's id is stored. Undefined when it is not the person's.
 */
export async function talkAndTurns(
  db: Db,
  { id, userId, clientId, limit }: Owned & { clientId: string; limit: number },
): Promise<Talk | undefined> {
  const { rows } = await sql<Talk>`
    select agent_id as "agentId", path, ${tokenColumns(sql.ref('talk.user_id'), monthOf(new Date()))},
      coalesce((select json_agg(said) from (${turnsBefore({ conversationId: id, before: null, limit })}) as said), '[]') as turns,
      exists (select from chat_message where conversation_id = talk.id and client_id = ${clientId}) as "isRepeated"
    from chat_conversation as talk where id = ${id} and user_id = ${userId} and removed_at is null`.execute(db)
  return rows[0]
}

/** A free place among the replies that may be written for a person at the same time. */
const freeSlot = (userId: string) => sql`
  select slot from generate_series(1, ${runningAtMost}::smallint) as slot
  where not exists (select from chat_run where user_id = ${userId}::uuid and chat_run.slot = slot.slot)
  order by slot limit 1`

/** The end of both: an empty reply at the talk's last place to the question that `from` names, and the run of this process. */
const emptyReply = ({ replyId, userId, processId }: Asking, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, status, question_id)
      select ${replyId}, talk.id, talk.last_seq, 'assistant', 'running', asked.question_id from talk, ${from} as asked
      returning seq, created_at
    ), run as (
      insert into chat_run (reply_id, conversation_id, user_id, slot, process_id)
      select ${replyId}, id, ${userId}, slot, ${processId} from talk
    )
    select seq, created_at as "createdAt", path from reply, talk`

/**
 * Stores a question and an empty reply to it that this process writes, in one statement. `path` is the one that the caller has read;
 * `versionOf` names the group when the question is another version, which begins a new path (`leavePath` has the rest). Undefined when the
 * conversation is not the person's, shows another path by now, or too many replies are being written; a unique violation when this
 * conversation has one, or the client's id is stored already.
 */
export async function ask(
  db: Db,
  asking: Asking & { questionId: string; clientId: string; content: string; path: number; versionOf: string | null },
): Promise<Placed | undefined> {
  const { conversationId, userId, questionId, clientId, content, last, path, versionOf } = asking
  const { rows } = await sql<Placed>`
    with room as (${freeSlot(userId)}), talk as (
      update chat_conversation set last_seq = last_seq + 2, last = ${last}, updated_at = now(), path = path + ${versionOf ? 1 : 0}
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and path = ${path}
      returning id, last_seq, path, room.slot
    ), question as (
      insert into chat_message (id, conversation_id, seq, role, content, status, client_id, version_of)
      select ${questionId}, id, last_seq - 1, 'user', ${content}, 'done', ${clientId}, ${versionOf}::uuid from talk
      returning id as question_id
    ), ${emptyReply(asking, sql.ref('question'))}`.execute(db)
  return rows[0]
}

/** Whether nothing is shown after the message that `id` names. */
export const isLastShown = (id: string) => sql`exists (
  select from chat_message as old where old.id = ${id} and old.put_away_at is null and not exists (
    select from chat_message as later
    where later.conversation_id = old.conversation_id and later.put_away_at is null and later.seq > old.seq
  )
)`

/**
 * Puts a reply away and an empty one in its place, when it is the last that is shown of its conversation. Call `lockTalk` first, in the
 * same transaction: without the lock, a question that is stored meanwhile is not seen. Undefined and violations as `ask`.
 */
export async function askAgain(db: Db, asking: Asking & { oldId: string }): Promise<Placed | undefined> {
  const { conversationId, userId, oldId } = asking
  const { rows } = await sql<Placed>`
    with room as (${freeSlot(userId)}), talk as (
      update chat_conversation set last_seq = last_seq + 1, updated_at = now()
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and ${isLastShown(oldId)}
      returning id, last_seq, path, room.slot
    ), old as (
      update chat_message set put_away_at = now() from talk where chat_message.id = ${oldId} returning chat_message.question_id
    ), ${emptyReply(asking, sql.ref('old'))}`.execute(db)
  return rows[0]
}

/** The question that a browser sent under this id, and the newest reply to it. */
export async function askedBefore(db: Db, { id, userId, clientId }: Owned & { clientId: string }) {
  return db
    .selectFrom('chat_message as question')
    .innerJoin('chat_conversation as talk', 'talk.id', 'question.conversation_id')
    .innerJoin('chat_message as reply', 'reply.question_id', 'question.id')
    .where('talk.id', '=', id)
    .where('talk.user_id', '=', userId)
    .where('question.client_id', '=', clientId)
    .orderBy('reply.seq', 'desc')
    .select(['question.id as questionId', 'reply.id as replyId'])
    .executeTakeFirst()
}

/** The conversation of a message of somebody's, also of one that was put away. */
export async function conversationOf(db: Db, { id, userId }: Owned): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_message as message')
    .innerJoin('chat_conversation as talk', 'talk.id', 'message.conversation_id')
    .where('message.id', '=', id)
    .where('talk.user_id', '=', userId)
    .where('talk.removed_at', 'is', null)
    .select('talk.id')
    .executeTakeFirst()
  return row?.id
}
