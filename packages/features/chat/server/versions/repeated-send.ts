import { errorCode } from '@duo/db/errors.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { tokenUsage } from '../../../billing/server/plans.ts'
import type { SendAnswer } from '../../schema.ts'
import type { ChatWorld } from '../context.ts'
import * as queries from '../conversation-queries.ts'
import { messageOf } from '../message-dto.ts'
import * as asking from '../send-message-queries.ts'

export interface Sent {
  conversationId: string
  clientId: string
  content: string
}

const uniqueViolation = '23505'

/** `taken` when something else came first: the same question, another one in this conversation, or a third one elsewhere. */
export async function unlessTaken<T>(placing: Promise<T>): Promise<T | 'taken'> {
  try {
    return await placing
  } catch (error) {
    if (errorCode(error) === uniqueViolation) return 'taken'
    throw error
  }
}

/** What the same question was answered when it first came; null when it is new. Throws `conflict` when the id was another question's. */
export async function storedPair(world: ChatWorld, { conversationId, clientId, content }: Sent): Promise<SendAnswer | null> {
  const { db, user } = world
  const ids = await asking.askedBefore(db, { id: conversationId, userId: user.id, clientId })
  if (!ids) return null
  const [question, reply] = await Promise.all([
    queries.storedMessage(db, { id: ids.questionId, userId: user.id }),
    queries.storedMessage(db, { id: ids.replyId, userId: user.id }),
  ])
  if (!question || !reply) throw new AppError('not_found')
  if (question.content !== content) throw new AppError('conflict')
  const path = question.putAwayAt || reply.putAwayAt ? null : reply.path
  return { error: null, question: messageOf(question), reply: messageOf(reply), path, usage: await tokenUsage(db, user.id) }
}
