import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { type InsertedTurn, isLastShown } from '../send-message-queries.ts'
import { channel } from '../streaming/run-queries.ts'

interface HelpReply {
  conversationId: string
  userId: string
  replyId: string
  /** The help text. */
  text: string
  /** How the conversation's last message now begins. */
  last: string
}

/**
 * The end of both statements: stores the help as a finished reply to the question that `from` names, without a run, and asks the process
 * that writes another reply in this conversation to stop.
 */
const insertFinishedReply = ({ replyId, text }: HelpReply, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, content, status, origin, question_id)
      select ${replyId}, conversation.id, conversation.last_seq, 'assistant', ${text}, 'done', 'help', question.question_id from conversation, ${from} as question
      returning seq, created_at
    ), stopped as (
      update chat_run set stop = true from conversation where conversation_id = conversation.id returning reply_id
    )
    select seq, created_at as "createdAt", path, (select count(pg_notify(${channel}, 'stop ' || reply_id)) from stopped) as stopped
    from reply, conversation`

/**
 * Stores a question and the help that it gets in one statement. Unlike `insertQuestionWithReply` it needs no slot, no free conversation and, unless it is
 * another version of a question, no path that the caller has read. Undefined when the conversation is not the person's, or shows another
 * path than the one on which the question was edited; a unique violation when the client's id is stored already.
 */
export async function insertHelp(
  db: Db,
  help: HelpReply & { questionId: string; clientId: string; content: string; version: { of: string; path: number } | null },
): Promise<InsertedTurn | undefined> {
  const { conversationId, userId, questionId, clientId, content, last, version } = help
  const { rows } = await sql<InsertedTurn>`
    with conversation as (
      update chat_conversation set last_seq = last_seq + 2, last = ${last}, updated_at = now(), path = path + ${version ? 1 : 0}
      where id = ${conversationId} and user_id = ${userId} and removed_at is null
        and (${version?.path ?? null}::integer is null or path = ${version?.path ?? null})
      returning id, last_seq, path
    ), question as (
      insert into chat_message (id, conversation_id, seq, role, content, status, client_id, version_of)
      select ${questionId}, id, last_seq - 1, 'user', ${content}, 'done', ${clientId}, ${version?.of ?? null}::uuid from conversation
      returning id as question_id
    ), ${insertFinishedReply(help, sql.ref('question'))}`.execute(db)
  return rows[0]
}

/**
 * Replaces the last reply that is shown of a conversation with help. Call `lockConversation` first, as for `insertRetryReply`. Undefined when it is not the
 * last one, or not the person's.
 */
export async function insertRetryHelp(db: Db, help: HelpReply & { oldId: string }): Promise<InsertedTurn | undefined> {
  const { conversationId, userId, oldId, last } = help
  const { rows } = await sql<InsertedTurn>`
    with conversation as (
      update chat_conversation set last_seq = last_seq + 1, last = ${last}, updated_at = now()
      where id = ${conversationId} and user_id = ${userId} and removed_at is null and ${isLastShown(oldId)}
      returning id, last_seq, path
    ), old as (
      update chat_message set put_away_at = now() from conversation where chat_message.id = ${oldId} returning chat_message.question_id
    ), ${insertFinishedReply(help, sql.ref('old'))}`.execute(db)
  return rows[0]
}
