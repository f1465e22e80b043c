import { errorCode } from '@duo/db/errors.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { findTokenUsage } from '#billing/server/plans.ts'
import type { SendResult } from '../../schema.ts'
import type { ChatContext } from '../context.ts'
import { toMessage } from '../message-dto.ts'
import { findByClientId, findMessage } from '../message-queries.ts'

export interface SendInput {
  conversationId: string
  clientId: string
  content: string
}

const uniqueViolation = '23505'

/** Maps a unique violation to `conflict`: a repeat, or another question, came first. */
export async function mapUniqueViolation<T>(insertion: Promise<T>): Promise<T | 'conflict'> {
  try {
    return await insertion
  } catch (error) {
    if (errorCode(error) === uniqueViolation) return 'conflict'
    throw error
  }
}

/** Returns the first response to a repeated question, or null. Throws `conflict` for a reused id. */
export async function findExistingSend(
  context: ChatContext,
  { conversationId, clientId, content }: SendInput,
): Promise<SendResult | null> {
  const { db, user } = context
  const ids = await findByClientId(db, { id: conversationId, userId: user.id, clientId })
  if (!ids) return null
  const [question, reply] = await Promise.all([
    findMessage(db, { id: ids.questionId, userId: user.id }),
    findMessage(db, { id: ids.replyId, userId: user.id }),
  ])
  if (!question || !reply) throw new AppError('not_found')
  if (question.content !== content) throw new AppError('conflict')
  const path = question.hiddenAt || reply.hiddenAt ? null : reply.path
  return { error: null, question: toMessage(question), reply: toMessage(reply), path, usage: await findTokenUsage(db, user.id) }
}
