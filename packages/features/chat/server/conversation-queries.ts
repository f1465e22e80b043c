import type { Db } from '@duo/db/index.ts'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { conversationsPerPage, messagesPerPage, removedDays, titleMaxLength } from '../rules.ts'
import type { HistoryMessage } from './agent-directory.ts'

const ownConversations = (db: Db, userId: string) =>
  db
    .selectFrom('chat_conversation as conversation')
    .where('conversation.user_id', '=', userId)
    .where('conversation.removed_at', 'is', null)

export interface OwnedId {
  id: string
  userId: string
}

export function findConversation(db: Db, { id, userId }: OwnedId) {
  return ownConversations(db, userId)
    .where('conversation.id', '=', id)
    .leftJoin('chat_run as run', 'run.conversation_id', 'conversation.id')
    .select([
      'conversation.id',
      'conversation.agent_id as agentId',
      'conversation.title',
      'conversation.created_at as createdAt',
      'conversation.path',
      'run.reply_id as running',
    ])
    .executeTakeFirst()
}

/** Inserts an empty conversation with the agent, or returns the existing empty one. */
export async function startConversation(db: Db, input: { id: string; userId: string; agentId: string; title: string }) {
  const { id, userId, agentId, title } = input
  return db
    .insertInto('chat_conversation')
    .values({ id, user_id: userId, agent_id: agentId, title })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'agent_id'])
        .where('removed_at', 'is', null)
        // a literal, because the planner does not match a parameter to the partial index
        .where(sql<SqlBool>`last_seq = 0`)
        .doUpdateSet({ updated_at: sql<Date>`now()` }),
    )
    .returning(['id', 'agent_id', 'title'])
    .executeTakeFirstOrThrow()
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
  'message.sources',
  'message.tokens',
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
    .select(['conversation.id as conversationId', 'conversation.agent_id as agentId', 'message.question_id as questionId'])

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
    select role, content, origin is not distinct from 'help' as "isHelp" from chat_message
    where conversation_id = ${conversationId} and hidden_at is null and content <> '' and origin is distinct from 'fallback'
      ${before === null ? sql`` : sql`and seq < ${before}`}
    order by seq desc limit ${limit}`

export async function rename(db: Db, { id, userId, title }: OwnedId & { title: string }) {
  return db
    .updateTable('chat_conversation')
    .set({ title })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)
    .returning(['id', 'title'])
    .executeTakeFirst()
}

/** Soft-deletes a conversation; idempotent. Returns the id of its running reply. */
export function remove(db: Db, { id, userId }: OwnedId) {
  return db
    .updateTable('chat_conversation')
    .set({ removed_at: sql<Date>`coalesce(removed_at, now())` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning((eb) => [
      'id',
      eb
        .selectFrom('chat_run')
        .whereRef('chat_run.conversation_id', '=', 'chat_conversation.id')
        .select('reply_id')
        .as('running'),
    ])
    .executeTakeFirst()
}

export function restore(db: Db, { id, userId }: OwnedId) {
  return db
    .updateTable('chat_conversation')
    .set({ removed_at: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('last_seq', '>', 0)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', since(removedDays))]))
    .returning('id')
    .executeTakeFirst()
}

const since = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

/** Returns one page plus one row, most recently active first. The search covers titles and shown messages. */
export function listConversations(db: Db, input: { userId: string; search: string; before: { at: Date; id: string } | null }) {
  const { userId, search, before } = input
  return ownConversations(db, userId)
    .where(sql<SqlBool>`conversation.last_seq > 0`)
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`(conversation.updated_at, conversation.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .$if(search !== '', (query) =>
      query.where((eb) =>
        eb.or([
          foldedContains(sql`chat_fold(conversation.title)`, search),
          eb.exists(
            eb
              .selectFrom('chat_message as message')
              .whereRef('message.conversation_id', '=', 'conversation.id')
              .where('message.hidden_at', 'is', null)
              .where(foldedContains(sql.ref('message.search_text'), search)),
          ),
        ]),
      ),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(conversationsPerPage + 1)
    .select([
      'conversation.id',
      'conversation.title',
      'conversation.agent_id as agentId',
      'conversation.preview as last',
      'conversation.updated_at as updatedAt',
    ])
    .select(firstQuestion.as('question'))
    .execute()
}

/** First question as a title. A question that got crisis help is not shown there. */
const firstQuestion = sql<string | null>`(
  select left(question.content, ${sql.lit(titleMaxLength)}) from chat_message as question
  where question.conversation_id = conversation.id and question.role = 'user' and question.hidden_at is null and not exists (
    select from chat_message as reply where reply.question_id = question.id and reply.origin = 'help'
  )
  order by question.seq limit 1
)`

const foldedContains = (folded: RawBuilder<unknown>, search: string) =>
  sql<SqlBool>`position(chat_fold(${search}) in ${folded}) > 0`
