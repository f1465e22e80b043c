import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { monthOf } from '../../billing/rules.ts'
import { type PlanUsage, planUsageColumns } from '../../billing/server/plans.ts'
import { maxRunningReplies } from '../rules.ts'
import { historyBefore, type OwnedId } from './conversation-queries.ts'
import type { HistoryMessage } from './responder.ts'

interface TurnInput {
  conversationId: string
  userId: string
  processId: string
  replyId: string
  /** How the conversation's last message now begins. */
  last: string
}

export interface InsertedTurn {
  /** The reply's place; the question's is before it. */
  seq: number
  createdAt: Date
  /** The conversation's path, on which both are. */
  path: number
}

interface ConversationWithHistory extends PlanUsage {
  agentId: string
  recentHistory: HistoryMessage[]
  path: number
  /** Whether a question with this client's id is stored. */
  isRepeated: boolean
}

/**
 * A conversation as a new question needs it: what was said last in it, newest first, what its person has used of their plan, and whether a
 * question with this client's id is stored. Undefined when it is not the person's.
 */
export async function findConversationWithHistory(
  db: Db,
  { id, userId, clientId, limit }: OwnedId & { clientId: string; limit: number },
): Promise<ConversationWithHistory | undefined> {
  const { rows } = await sql<ConversationWithHistory>`
    select agent_id as "agentId", path, ${planUsageColumns(sql.ref('conversation.user_id'), monthOf(new Date()))},
      coalesce((select json_agg(message) from (${historyBefore({ conversationId: id, before: null, limit })}) as message), '[]') as "recentHistory",
      exists (select from chat_message where conversation_id = conversation.id and client_id = ${clientId}) as "isRepeated"
    from chat_conversation as conversation where id = ${id} and user_id = ${userId} and removed_at is null`.execute(db)
  return rows[0]
}

/** A free place among the replies that may be written for a person at the same time. */
const nextFreeSlot = (userId: string) => sql`
  select slot from generate_series(1, ${maxRunningReplies}::smallint) as slot
  where not exists (select from chat_run where user_id = ${userId}::uuid and chat_run.slot = slot.slot)
  order by slot limit 1`

/** The end of both: an empty reply at the conversation's last place to the question that `from` names, and the run of this process. */
const insertPendingReply = ({ replyId, userId, processId }: TurnInput, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, status, question_id)
      select ${replyId}, conversation.id, conversation.last_seq, 'assistant', 'running', question.question_id from conversation, ${from} as question
      returning seq, created_at
    ), run as (
      insert into chat_run (reply_id, conversation_id, user_id, slot, process_id)
      select ${replyId}, id, ${userId}, slot, ${processId} from conversation
    )
    select seq, created_at as "createdAt", path from reply, conversation`

/**
 * Stores a question and an empty reply to it that this process writes, in one statement. `path` is the one that the caller has read;
 * `versionOf` names the group when the question is another version, which begins a new path (`leavePath` has the rest). Undefined when the
 * conversation is not the person's, shows another path by now, or too many replies are being written; a unique violation when this
 * conversation has one, or the client's id is stored already.
 */
export async function insertQuestionWithReply(
  db: Db,
  input: TurnInput & { questionId: string; clientId: string; content: string; path: number; versionOf: string | null },
): Promise<InsertedTurn | undefined> {
  const { conversationId, userId, questionId, clientId, content, last, path, versionOf } = input
  const { rows } = await sql<InsertedTurn>`
    with room as (${nextFreeSlot(userId)}), conversation as (
      update chat_conversation set last_seq = last_seq + 2, last = ${last}, updated_at = now(), path = path + ${versionOf ? 1 : 0}
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and path = ${path}
      returning id, last_seq, path, room.slot
    ), question as (
      insert into chat_message (id, conversation_id, seq, role, content, status, client_id, version_of)
      select ${questionId}, id, last_seq - 1, 'user', ${content}, 'done', ${clientId}, ${versionOf}::uuid from conversation
      returning id as question_id
    ), ${insertPendingReply(input, sql.ref('question'))}`.execute(db)
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
 * Puts a reply away and an empty one in its place, when it is the last that is shown of its conversation. Call `lockConversation` first, in the
 * same transaction: without the lock, a question that is stored meanwhile is not seen. Undefined and violations as `insertQuestionWithReply`.
 */
export async function insertRetryReply(db: Db, input: TurnInput & { oldId: string }): Promise<InsertedTurn | undefined> {
  const { conversationId, userId, oldId } = input
  const { rows } = await sql<InsertedTurn>`
    with room as (${nextFreeSlot(userId)}), conversation as (
      update chat_conversation set last_seq = last_seq + 1, updated_at = now()
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and ${isLastShown(oldId)}
      returning id, last_seq, path, room.slot
    ), old as (
      update chat_message set put_away_at = now() from conversation where chat_message.id = ${oldId} returning chat_message.question_id
    ), ${insertPendingReply(input, sql.ref('old'))}`.execute(db)
  return rows[0]
}

/** The question that a browser sent under this id, and the newest reply to it. */
export async function findByClientId(db: Db, { id, userId, clientId }: OwnedId & { clientId: string }) {
  return db
    .selectFrom('chat_message as question')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'question.conversation_id')
    .innerJoin('chat_message as reply', 'reply.question_id', 'question.id')
    .where('conversation.id', '=', id)
    .where('conversation.user_id', '=', userId)
    .where('question.client_id', '=', clientId)
    .orderBy('reply.seq', 'desc')
    .select(['question.id as questionId', 'reply.id as replyId'])
    .executeTakeFirst()
}

/** The conversation of a message of somebody's, also of one that was put away. */
export async function findConversationId(db: Db, { id, userId }: OwnedId): Promise<string | undefined> {
  const row = await db
    .selectFrom('chat_message as message')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'message.conversation_id')
    .where('message.id', '=', id)
    .where('conversation.user_id', '=', userId)
    .where('conversation.removed_at', 'is', null)
    .select('conversation.id')
    .executeTakeFirst()
  return row?.id
}
