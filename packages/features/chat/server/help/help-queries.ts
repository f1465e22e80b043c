import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import type { ReplyHelp } from '../../schema.ts'
import { hideReply, type InsertedQuestion, insertQuestion, isLastShown, type QuestionRow } from '../insert-question-queries.ts'
import { channel } from '../streaming/notification-queries.ts'

interface HelpReply {
  conversationId: string
  userId: string
  replyId: string
  kind: ReplyHelp
  text: string
  preview: string
}

/** Also asks the process that generates a reply in this conversation to stop. */
const insertFinishedReply = ({ replyId, kind, text }: HelpReply, from: RawBuilder<unknown>) => sql`
    reply as (
      insert into chat_message (id, conversation_id, seq, role, content, status, origin, help, question_id)
      select ${replyId}, conversation.id, conversation.last_seq, 'assistant', ${text}, 'done', 'help', ${kind}, question.question_id from conversation, ${from} as question
      returning seq, created_at
    ), stopped as (
      update chat_run set stop_requested = true from conversation where conversation_id = conversation.id returning reply_id
    )
    select seq, created_at as "createdAt", path, (select count(pg_notify(${channel}, 'stop ' || reply_id)) from stopped) as stopped
    from reply, conversation`

/** Inserts question and help in one statement, without slot or run. Undefined if the edited path is outdated. */
export async function insertHelp(
  db: Db,
  help: HelpReply & Omit<QuestionRow, 'versionOf'> & { version: { of: string; path: number } | null },
): Promise<InsertedQuestion | undefined> {
  const { conversationId, userId, preview, version } = help
  const { rows } = await sql<InsertedQuestion>`
    with conversation as (
      update chat_conversation set last_seq = last_seq + 2, preview = ${preview}, updated_at = now(), archived_at = null, path = path + ${version ? 1 : 0}
      where id = ${conversationId} and user_id = ${userId} and removed_at is null
        and (${version?.path ?? null}::integer is null or path = ${version?.path ?? null})
      returning id, last_seq, path
    ), ${insertQuestion({ ...help, versionOf: version?.of ?? null })}, ${insertFinishedReply(help, sql.ref('question'))}`.execute(
    db,
  )
  return rows[0]
}

/** Replaces the last shown reply with help, or returns undefined. Call `lockConversation` first. */
export async function insertRetryHelp(db: Db, help: HelpReply & { oldId: string }): Promise<InsertedQuestion | undefined> {
  const { conversationId, userId, oldId, preview } = help
  const { rows } = await sql<InsertedQuestion>`
    with conversation as (
      update chat_conversation set last_seq = last_seq + 1, preview = ${preview}, updated_at = now()
      where id = ${conversationId} and user_id = ${userId} and removed_at is null and ${isLastShown(oldId)}
      returning id, last_seq, path
    ), ${hideReply(oldId)}, ${insertFinishedReply(help, sql.ref('old'))}`.execute(db)
  return rows[0]
}

/** Remembers that help was not about the user. Call in the transaction that replaces it. */
export const declineHelp = (tx: Db, conversationId: string) =>
  tx.updateTable('chat_conversation').set({ help_declined_at: sql`now()` }).where('id', '=', conversationId).execute()
