import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Placed } from './ask-queries.ts'
import { channel } from './run-queries.ts'

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
const finishedReply = ({ replyId, text }: HelpReply, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, content, status, origin, question_id)
      select ${replyId}, talk.id, talk.last_seq, 'assistant', ${text}, 'done', 'help', asked.question_id from talk, ${from} as asked
      returning seq, created_at
    ), stopped as (
      update chat_run set stop = true from talk where conversation_id = talk.id returning reply_id
    )
    select seq, created_at as "createdAt", (select count(pg_notify(${channel}, 'stop ' || reply_id)) from stopped) as stopped from reply`

/**
 * Stores a question and the help that it gets in one statement. Unlike `ask` it needs no slot and no free conversation. `from` is the seq
 * from which on messages are put away. Undefined when the conversation is not the person's; a unique violation when the client's id is
 * stored already.
 */
export async function insertHelp(
  db: Db,
  help: HelpReply & { questionId: string; clientId: string; content: string; from: number | null },
): Promise<Placed | undefined> {
  const { conversationId, userId, questionId, clientId, content, last, from } = help
  const { rows } = await sql<Placed>`
    with talk as (
      update chat_conversation set last_seq = last_seq + 2, last = ${last}, updated_at = now()
      where id = ${conversationId} and user_id = ${userId} and removed_at is null
      returning id, last_seq
    ), away as (
      update chat_message set put_away_at = now() from talk
      where conversation_id = talk.id and put_away_at is null and seq >= ${from}::integer
    ), question as (
      insert into chat_message (id, conversation_id, seq, role, content, status, client_id)
      select ${questionId}, id, last_seq - 1, 'user', ${content}, 'done', ${clientId} from talk
      returning id as question_id
    ), ${finishedReply(help, sql.ref('question'))}`.execute(db)
  return rows[0]
}

/** Replaces the last reply of a conversation with help. Undefined when it is not the last one, or not the person's. */
export async function insertHelpAgain(db: Db, help: HelpReply & { oldId: string }): Promise<Placed | undefined> {
  const { conversationId, userId, oldId, last } = help
  const { rows } = await sql<Placed>`
    with talk as (
      update chat_conversation set last_seq = last_seq + 1, last = ${last}, updated_at = now()
      where id = ${conversationId} and user_id = ${userId} and removed_at is null and last_seq = (
        select seq from chat_message where id = ${oldId} and put_away_at is null
      )
      returning id, last_seq
    ), old as (
      update chat_message set put_away_at = now() from talk where chat_message.id = ${oldId} returning chat_message.question_id
    ), ${finishedReply(help, sql.ref('old'))}`.execute(db)
  return rows[0]
}
