import { type Db, inTransaction } from '@duo/db/index.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { messagePreview, withoutCitations } from '../../rules.ts'
import type { ShowVersionResult } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import { messages } from '../conversations.ts'
import { findConversationId } from '../message-queries.ts'
import * as queries from './branch-queries.ts'

/** Idempotent. Throws `not_found` unless the message is a question of the user. */
export async function showVersion(context: ChatContext, { messageId }: { messageId: string }): Promise<ShowVersionResult> {
  const { db, user } = context
  const conversationId = await findConversationId(db, { id: messageId, userId: user.id })
  if (!conversationId) throw new AppError('not_found')
  const refusal = await inTransaction(db, (tx) => choose(tx, { conversationId, userId: user.id, messageId }))
  return refusal ?? { error: null, page: await messages(context, { conversationId, cursor: null, rendered: true }) }
}

async function choose(
  tx: Db,
  { conversationId, userId, messageId: chosenId }: { conversationId: string; userId: string; messageId: string },
): Promise<Exclude<ShowVersionResult, { error: null }> | null> {
  const conversation = await queries.lockConversation(tx, { id: conversationId, userId })
  const choice = conversation && (await queries.findChoice(tx, chosenId))
  if (!choice) throw new AppError('not_found')
  const { isShown, isOnCurrentBranch, currentId, currentSeq, running } = choice
  if (isShown) return null
  if (running) return { error: 'busy', replyId: running }
  if (!isOnCurrentBranch || currentId === null || currentSeq === null) return { error: 'on_other_branch' }
  await queries.switchBranch(tx, { conversationId, chosenId, currentId, currentSeq })
  const lastMessage = await queries.findLastMessage(tx, conversationId)
  await queries.updatePreview(tx, { conversationId, preview: messagePreview(withoutCitations(lastMessage?.content ?? '')) })
  return null
}
