import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { removedDays } from '../rules.ts'

/** Every conversation of a person with every message, in order. */
export function listExportRows(db: Db, userId: string) {
  return db
    .selectFrom('chat_conversation as conversation')
    .innerJoin('marketplace_agent as agent', 'agent.id', 'conversation.agent_id')
    .leftJoin('chat_message as message', 'message.conversation_id', 'conversation.id')
    .leftJoin('chat_share as share', 'share.conversation_id', 'conversation.id')
    .leftJoin('chat_feedback as feedback', 'feedback.reply_id', 'message.id')
    .where('conversation.user_id', '=', userId)
    .orderBy('conversation.created_at')
    .orderBy('conversation.id')
    .orderBy('message.seq')
    .select([
      'conversation.id',
      'conversation.title',
      'agent.name as agent',
      'conversation.created_at as conversationCreatedAt',
      'conversation.removed_at as removedAt',
      'share.shared_at as sharedAt',
      'message.id as messageId',
      'message.role',
      'message.content',
      'message.status',
      'message.origin',
      'message.tokens',
      'message.created_at as createdAt',
      'message.put_away_at as putAwayAt',
      'message.version_of as versionOf',
      'message.away_with as awayWith',
      'feedback.vote',
      'feedback.reason',
      'feedback.rated_at as ratedAt',
    ])
    .execute()
}

/** Rows erased at a time: conversations have much hanging on them. */
export const batchSize = 500

/** Really erases what was removed long enough ago, at most `batch`. Answers how many. */
export async function purgeDeletedConversations(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_conversation where id in (
      select id from chat_conversation where removed_at < now() - make_interval(days => ${removedDays}) limit ${batchSize}
    )`.execute(db)
  return Number(numAffectedRows)
}

/**
 * The same for what a retry put away; versions of questions stay as long as their conversation. A question comes before its replies, which go with it: one that was left without any
 * could neither be answered from what is stored nor be asked again.
 */
export async function purgeReplacedMessages(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_message where id in (
      select id from chat_message where put_away_at < now() - make_interval(days => ${removedDays}) and away_with is null
      order by put_away_at, conversation_id, seq limit ${batchSize}
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Forgets processes that ended without a word. */
export async function purgeDeadProcesses(db: Db): Promise<void> {
  await sql`delete from chat_process where beat_at < now() - interval '1 day'`.execute(db)
}
