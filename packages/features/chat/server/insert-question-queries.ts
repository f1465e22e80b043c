import type { Db } from '@duo/db/index.ts'
import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import { maxRunningReplies } from '../rules.ts'

interface QuestionInput {
  conversationId: string
  userId: string
  processId: string
  replyId: string
  preview: string
  plan: PlanTokens
  /** The kind of distress that the question may be about. */
  help: HelpKind | null
}

/** What a reply may use at most, of the plan's tokens of a month. Null limit: unlimited. */
export interface PlanTokens {
  tokens: number
  month: string
  limit: number | null
}

export interface InsertedQuestion {
  seq: number
  createdAt: Date
  path: number
  /** Tokens of the plan that are set aside for this reply: what others in progress leave, at most what was asked for. */
  reservedTokens: number
}

/** No row without a free slot, or without tokens that neither finished replies have used nor running ones have reserved. */
const roomFor = ({ userId, plan: { tokens, month, limit } }: Pick<QuestionInput, 'userId' | 'plan'>) => sql`
  select slot.slot, left_over.tokens as reserved_tokens
  from generate_series(1, ${maxRunningReplies}::smallint) as slot, (
    select least(${tokens}::bigint, ${limit}::bigint
      - coalesce((select tokens from billing_usage where user_id = ${userId}::uuid and month = ${month}::date), 0)
      - coalesce((select sum(reserved_tokens) from chat_run where user_id = ${userId}::uuid), 0)::bigint) as tokens
  ) as left_over
  where left_over.tokens > 0
    and not exists (select from chat_run where user_id = ${userId}::uuid and chat_run.slot = slot.slot)
  order by slot limit 1`

export interface QuestionRow {
  questionId: string
  clientId: string
  content: string
  versionOf: string | null
}

/** Common table expression after `conversation`, whose `last_seq` leaves room for a reply. */
export const insertQuestion = ({ questionId, clientId, content, versionOf }: QuestionRow) => sql`
    question as (
      insert into chat_message (id, conversation_id, seq, role, content, status, client_id, version_of)
      select ${questionId}, id, last_seq - 1, 'user', ${content}, 'done', ${clientId}, ${versionOf}::uuid from conversation
      returning id as question_id
    )`

/** Common table expression after `conversation`. */
export const hideReply = (oldId: string) => sql`
    old as (
      update chat_message set hidden_at = now() from conversation where chat_message.id = ${oldId} returning chat_message.question_id
    )`

const insertPendingReply = ({ replyId, userId, processId, help }: QuestionInput, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, status, help, question_id)
      select ${replyId}, conversation.id, conversation.last_seq, 'assistant', 'running', ${help}, question.question_id from conversation, ${from} as question
      returning seq, created_at
    ), run as (
      insert into chat_run (reply_id, conversation_id, user_id, slot, process_id, reserved_tokens)
      select ${replyId}, id, ${userId}, slot, ${processId}, reserved_tokens from conversation
    )
    select seq, created_at as "createdAt", path, reserved_tokens as "reservedTokens" from reply, conversation`

/**
 * Undefined if `path` is outdated, no slot is free, or running replies have reserved the rest of the plan's tokens. Unique
 * violation if a reply is running or `clientId` is known.
 */
export async function insertQuestionWithReply(
  db: Db,
  input: QuestionInput & QuestionRow & { path: number },
): Promise<InsertedQuestion | undefined> {
  const { conversationId, userId, preview, path, versionOf } = input
  const { rows } = await sql<InsertedQuestion>`
    with room as (${roomFor(input)}), conversation as (
      update chat_conversation set last_seq = last_seq + 2, preview = ${preview}, updated_at = now(), archived_at = null, path = path + ${versionOf ? 1 : 0}
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and path = ${path}
      returning id, last_seq, path, room.slot, room.reserved_tokens
    ), ${insertQuestion(input)}, ${insertPendingReply(input, sql.ref('question'))}`.execute(db)
  return rows[0]
}

export const isLastShown = (id: string) => sql`exists (
  select from chat_message as old where old.id = ${id} and old.hidden_at is null and not exists (
    select from chat_message as later
    where later.conversation_id = old.conversation_id and later.hidden_at is null and later.seq > old.seq
  )
)`

/** Call `lockConversation` first, in the same transaction, or a question stored meanwhile is missed. */
export async function insertRetryReply(db: Db, input: QuestionInput & { oldId: string }): Promise<InsertedQuestion | undefined> {
  const { conversationId, userId, oldId } = input
  const { rows } = await sql<InsertedQuestion>`
    with room as (${roomFor(input)}), conversation as (
      update chat_conversation set last_seq = last_seq + 1, updated_at = now()
      from room where id = ${conversationId} and user_id = ${userId} and removed_at is null and ${isLastShown(oldId)}
      returning id, last_seq, path, room.slot, room.reserved_tokens
    ), ${hideReply(oldId)}, ${insertPendingReply(input, sql.ref('old'))}`.execute(db)
  return rows[0]
}
