import { consume } from '@duo/platform/server/security/rate-limit.ts'
import { LRUCache } from 'lru-cache'
import { chatLimit, sendLimit } from '../rules.ts'
import type { ChatContext } from './context.ts'

type LimitContext = Pick<ChatContext, 'rateLimit' | 'user'>

const countedQuestions = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

/** Counts a question once, even if two copies of the request are under way. */
export async function consumeSendLimitOnce(
  context: LimitContext,
  { conversationId, clientId }: { conversationId: string; clientId: string },
): Promise<void> {
  const question = `${context.user.id} ${conversationId} ${clientId}`
  if (countedQuestions.has(question)) return
  countedQuestions.set(question, true)
  try {
    await consumeSendLimit(context)
  } catch (error) {
    countedQuestions.delete(question)
    throw error
  }
}

export const consumeReadLimit = (context: LimitContext) => consume(context, { limit: chatLimit, key: context.user.id })

/** Counts a question or retry across all processes. Throws `too_many_requests` beyond `sendLimit`. */
export const consumeSendLimit = (context: LimitContext) => consume(context, { limit: sendLimit, key: context.user.id })
