import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import { removedDays } from '../rules.ts'

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
      'message.hidden_at as hiddenAt',
      'message.version_of as versionOf',
      'message.hidden_with as hiddenWith',
      'feedback.vote',
      'feedback.reason',
      'feedback.rated_at as ratedAt',
    ])
    .execute()
}

/** Small, because each conversation cascades to many rows. */
export const batchSize = 500

/** Deletes conversations past their retention, one batch at a time. Returns how many. */
export async function purgeDeletedConversations(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_conversation where id in (
      select id from chat_conversation where removed_at < now() - make_interval(days => ${removedDays}) limit ${batchSize}
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Purges oldest first: a question goes before its replies, which cascade. Without replies it could not be asked again. */
export async function purgeReplacedMessages(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from chat_message where id in (
      select id from chat_message where hidden_at < now() - make_interval(days => ${removedDays}) and hidden_with is null
      order by hidden_at, conversation_id, seq limit ${batchSize}
    )`.execute(db)
  return Number(numAffectedRows)
}

export async function purgeDeadProcesses(db: Db): Promise<void> {
  await sql`delete from chat_process where heartbeat_at < now() - interval '1 day'`.execute(db)
}
