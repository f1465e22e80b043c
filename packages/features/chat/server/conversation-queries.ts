import type { Db } from '@duo/db/index.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { monthOf } from '../../billing/rules.ts'
import { type PlanUsage, planUsageColumns } from '../../billing/server/plans.ts'
import { conversationsPerPage, maxPinned, removedDays, titleMaxLength } from '../rules.ts'
import type { HistoryMessage } from './agent-directory.ts'
import { historyBefore, type OwnedId } from './message-queries.ts'

const ownConversations = (db: Db, userId: string) =>
  db
    .selectFrom('chat_conversation as conversation')
    .where('conversation.user_id', '=', userId)
    .where('conversation.removed_at', 'is', null)

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

interface ConversationWithHistory extends PlanUsage {
  agentId: string
  recentHistory: HistoryMessage[]
  path: number
  helpDeclinedAt: Date | null
  isRepeated: boolean
}

/** Returns what a new question needs, history newest first. Undefined if the conversation is not the user's. */
export async function findConversationWithHistory(
  db: Db,
  { id, userId, clientId, limit }: OwnedId & { clientId: string; limit: number },
): Promise<ConversationWithHistory | undefined> {
  const { rows } = await sql<ConversationWithHistory>`
    select agent_id as "agentId", path, help_declined_at as "helpDeclinedAt", ${planUsageColumns(sql.ref('conversation.user_id'), monthOf(new Date()))},
      coalesce((select json_agg(message) from (${historyBefore({ conversationId: id, before: null, limit })}) as message), '[]') as "recentHistory",
      exists (select from chat_message where conversation_id = conversation.id and client_id = ${clientId}) as "isRepeated"
    from chat_conversation as conversation where id = ${id} and user_id = ${userId} and removed_at is null`.execute(db)
  return rows[0]
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

const updateOwn = (db: Db, { id, userId }: OwnedId) =>
  db.updateTable('chat_conversation').where('id', '=', id).where('user_id', '=', userId).where('removed_at', 'is', null)

const fewerPinned = (userId: string) => sql<SqlBool>`(
  select count(*) from chat_conversation as other
  where other.user_id = ${userId} and other.removed_at is null and other.pinned_at is not null
) < ${maxPinned}`

/** Undefined if `maxPinned` others are pinned. Two requests at once may pin one more. */
export const pin = (db: Db, own: OwnedId) =>
  updateOwn(db, own)
    .where((eb) => eb.or([eb('pinned_at', 'is not', null), fewerPinned(own.userId)]))
    .set({ pinned_at: sql<Date>`coalesce(pinned_at, now())`, archived_at: null })
    .returning('id')
    .executeTakeFirst()

export const unpin = (db: Db, own: OwnedId) => updateOwn(db, own).set({ pinned_at: null }).returning('id').executeTakeFirst()

export const archive = (db: Db, { archived, ...own }: OwnedId & { archived: boolean }) =>
  updateOwn(db, own)
    .set(archived ? { archived_at: sql<Date>`coalesce(archived_at, now())`, pinned_at: null } : { archived_at: null })
    .returning('id')
    .executeTakeFirst()

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

/** Others may have been pinned since the deletion. */
export function restore(db: Db, { id, userId }: OwnedId) {
  return db
    .updateTable('chat_conversation')
    .set({ removed_at: null, pinned_at: sql<Date | null>`case when ${fewerPinned(userId)} then pinned_at end` })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('last_seq', '>', 0)
    .where((eb) => eb.or([eb('removed_at', 'is', null), eb('removed_at', '>', since(removedDays))]))
    .returning('id')
    .executeTakeFirst()
}

const since = (days: number) => sql<Date>`now() - make_interval(days => ${days})`

const listedConversations = (db: Db, userId: string) =>
  ownConversations(db, userId)
    .where(sql<SqlBool>`conversation.last_seq > 0`)
    .select([
      'conversation.id',
      'conversation.title',
      'conversation.agent_id as agentId',
      'conversation.preview as last',
      'conversation.updated_at as updatedAt',
      'conversation.pinned_at as pinnedAt',
      'conversation.archived_at as archivedAt',
    ])
    .select(firstQuestion.as('question'))

/** Most recently pinned first. The limit leaves room for pins of requests at once: what is cut here is in no list. */
export const listPinned = (db: Db, userId: string) =>
  listedConversations(db, userId)
    .where('conversation.pinned_at', 'is not', null)
    .orderBy('conversation.pinned_at', 'desc')
    .limit(maxPinned * 2)
    .execute()

interface ListQuery {
  userId: string
  /** Forms of one search: any of them may match. Empty for the list. */
  searches: readonly string[]
  before: { at: Date; id: string } | null
  archived: boolean
}

/** Returns one page plus one row, most recently active first. The search covers titles and shown messages, of the archive too. */
export function listConversations(db: Db, { userId, searches, before, archived }: ListQuery) {
  return listedConversations(db, userId)
    .$if(before !== null, (query) =>
      query.where(sql<SqlBool>`(conversation.updated_at, conversation.id) < (${before?.at}::timestamptz, ${before?.id}::uuid)`),
    )
    .$if(searches.length === 0, (query) =>
      query.where('conversation.pinned_at', 'is', null).where('conversation.archived_at', archived ? 'is not' : 'is', null),
    )
    .$if(searches.length > 0, (query) =>
      query.where((eb) =>
        eb.or([
          containsAny(sql`chat_fold(conversation.title)`, searches),
          eb.exists(
            eb
              .selectFrom('chat_message as message')
              .whereRef('message.conversation_id', '=', 'conversation.id')
              .where('message.hidden_at', 'is', null)
              .where(containsAny(sql.ref('message.search_text'), searches)),
          ),
        ]),
      ),
    )
    .orderBy('conversation.updated_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(conversationsPerPage + 1)
    .execute()
}

/** First question, for a title, which is cut between graphemes. A question that got crisis help is not shown there. */
const firstQuestion = sql<string | null>`(
  select left(question.content, ${sql.lit(titleMaxLength * 2)}) from chat_message as question
  where question.conversation_id = conversation.id and question.role = 'user' and question.hidden_at is null and not exists (
    select from chat_message as reply where reply.question_id = question.id and reply.origin = 'help'
  )
  order by question.seq limit 1
)`

/** The search is folded in a subquery, which runs once: a prepared plan would fold a parameter again for each message. */
const containsAny = (folded: RawBuilder<unknown>, forms: readonly string[]) =>
  sql<SqlBool>`(${sql.join(
    forms.map((form) => sql`position((select chat_fold(${form})) in ${folded}) > 0`),
    sql` or `,
  )})`
