import type { Db } from '@duo/db/index.ts'

/** Returns the rows of the account's download (data portability, GDPR and LGPD). */
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
      'conversation.pinned_at as pinnedAt',
      'conversation.archived_at as archivedAt',
      'share.shared_at as sharedAt',
      'message.id as messageId',
      'message.role',
      'message.content',
      'message.status',
      'message.origin',
      'message.help',
      'message.tokens',
      'message.provenance',
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
