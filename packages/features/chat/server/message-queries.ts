import type { Db } from '@duo/db/index.ts'
import { type Expression, sql } from 'kysely'
import { messagesPerPage } from '../rules.ts'
import type { HistoryMessage } from './agent-directory.ts'

export interface OwnedId {
  id: string
  userId: string
}

const messageColumns = [
  'message.id',
  'message.seq',
  'message.role',
  'message.content',
  'message.created_at as createdAt',
  'message.client_id as clientId',
  'message.status',
  'message.origin',
  'message.problem',
  'message.help',
  'message.sources',
  'message.tokens',
  'message.provenance',
  'message.next_questions as next',
  'message.version_of as versionOf',
] as const

/** Excludes messages replaced before versions were introduced, which have no `hidden_with`. */
const versions = sql<string[] | null>`case when message.version_of is not null then (
  select array_agg(version.id order by version.seq) from chat_message as version
  where version.version_of = message.version_of and (version.hidden_at is null or version.hidden_with is not null)
) end`

/** Selects messages, including hidden ones. A running reply gets the text stored so far. */
const selectMessages = (db: Db) =>
  db
    .selectFrom('chat_message as message')
    .innerJoin('chat_conversation as conversation', 'conversation.id', 'message.conversation_id')
    .select(messageColumns)
    .select(['conversation.path', versions.as('versions')])
    .select((eb) =>
      eb
        .case()
        .when('message.status', '=', 'running')
        .then(
          eb
            .selectFrom('chat_chunk as chunk')
            .whereRef('chunk.reply_id', '=', 'message.id')
            .select(sql<string>`coalesce(string_agg(chunk.text, '' order by chunk.start), '')`.as('text')),
        )
        .end()
        .as('grown'),
    )
    .leftJoin('chat_feedback as feedback', 'feedback.reply_id', 'message.id')
    .select(['feedback.vote', 'feedback.reason'])

export type MessageRow = Awaited<ReturnType<typeof listMessagesBefore>>[number]

/** Returns one page of the shown path, newest first, plus one row if there are more. */
export function listMessagesBefore(db: Db, { conversationId, before }: { conversationId: string; before: number | null }) {
  return selectMessages(db)
    .where('message.hidden_at', 'is', null)
    .where('message.conversation_id', '=', conversationId)
    .$if(before !== null, (query) => query.where('message.seq', '<', before))
    .orderBy('message.seq', 'desc')
    .limit(messagesPerPage + 1)
    .execute()
}

export const findShownMessage = (db: Db, input: OwnedId) =>
  selectOwnMessage(db, input).where('message.hidden_at', 'is', null).executeTakeFirst()

export const findMessage = (db: Db, input: OwnedId) =>
  selectOwnMessage(db, input).select('message.hidden_at as hiddenAt').executeTakeFirst()

const selectOwnMessage = (db: Db, { id, userId }: OwnedId) =>
  selectMessages(db)
    .where('conversation.user_id', '=', userId)
    .where('conversation.removed_at', 'is', null)
    .where('message.id', '=', id)
    .select([
      'conversation.id as conversationId',
      'conversation.agent_id as agentId',
      'conversation.help_declined_at as helpDeclinedAt',
      'message.question_id as questionId',
    ])

/** Selects the history without failed replies, newest first. Every question waits for this query. */
export const historyBefore = ({
  conversationId,
  before,
  limit,
}: {
  conversationId: string | Expression<string>
  before: number | null
  limit: number | Expression<number>
}) =>
  sql<HistoryMessage>`
    select role, content, origin is not distinct from 'help' as "isHelp", help from chat_message
    where conversation_id = ${conversationId} and hidden_at is null and content <> '' and origin is distinct from 'fallback'
      ${before === null ? sql`` : sql`and seq < ${before}`}
    order by seq desc limit ${limit}`

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
