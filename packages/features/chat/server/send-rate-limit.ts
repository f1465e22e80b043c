import { AppError } from '@duo/platform/shared/errors.ts'
import { LRUCache } from 'lru-cache'
import { chatLimit, sendLimit } from '../rules.ts'
import type { ChatContext } from './context.ts'

type LimitContext = Pick<ChatContext, 'rateLimit' | 'user'>

/** Questions that were counted in this process in the last minute, by person, conversation and client's id. */
const countedQuestions = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

/** Counts a question as `countQuestion` does, but not a copy of one that was just counted: two copies can be on their way at once. */
export async function consumeSendLimitOnce(
  world: LimitContext,
  { conversationId, clientId }: { conversationId: string; clientId: string },
): Promise<void> {
  const question = `${world.user.id} ${conversationId} ${clientId}`
  if (countedQuestions.has(question)) return
  countedQuestions.set(question, true)
  try {
    await consumeSendLimit(world)
  } catch (error) {
    countedQuestions.delete(question)
    throw error
  }
}

/** Counts a repeated question among the calls that only read. */
export async function consumeReadLimit({ rateLimit, user }: LimitContext): Promise<void> {
  throwRateLimited(await rateLimit(chatLimit, user.id))
}

/** Counts a question, or a reply that is requested again, across all processes; throws `too_many_requests` beyond `sendLimit`. */
export async function consumeSendLimit({ rateLimit, user }: LimitContext): Promise<void> {
  throwRateLimited(await rateLimit(sendLimit, user.id))
}

function throwRateLimited(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
}
