import { createLocalLimit } from '@duo/platform/server/rate-limit.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { LRUCache } from 'lru-cache'
import { chatLimit, sendLimit } from './rules.ts'
import type { ChatWorld } from './service.ts'

const limitHere = createLocalLimit()

/** Who has asked too much of all processes together, as long as that holds. */
const refused = new LRUCache<string, true>({ max: 10_000 })

/** Questions that were counted in this process a moment ago, by who sent them under which client's id. */
const counted = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 })

/**
 * Counts a question as `countHere` does, but not a copy of one that was counted a moment ago: two copies can be on their way at once. False
 * for a copy, for which nothing else is to be counted and no model to be asked.
 */
export async function countOnce(
  user: Pick<Viewer, 'id'>,
  { conversationId, clientId }: { conversationId: string; clientId: string },
) {
  refuseAsElsewhere(user)
  const question = `${user.id} ${conversationId} ${clientId}`
  if (counted.has(question)) return false
  counted.set(question, true)
  try {
    await countHere(user)
    return true
  } catch (error) {
    counted.delete(question)
    throw error
  }
}

/** Counts a repeated question among the calls that only read. */
export async function countRepeated({ rateLimit, user }: Pick<ChatWorld, 'rateLimit' | 'user'>): Promise<void> {
  refuse(await rateLimit(chatLimit, user.id))
}

/**
 * Counts a question, or a reply asked for again, against what a person may ask of this process in a minute: without a way to the database,
 * so that who asks too much is refused before any model is asked. `too_many_requests` beyond it.
 */
export async function countHere(user: Pick<Viewer, 'id'>): Promise<void> {
  refuseAsElsewhere(user)
  refuse(await limitHere(sendLimit, user.id))
}

/** The same for all processes together, before anything is stored. */
export async function countEverywhere({ rateLimit, user }: ChatWorld): Promise<void> {
  const seconds = await rateLimit(sendLimit, user.id)
  if (seconds !== null) refused.set(user.id, true, { ttl: seconds * 1000 })
  refuse(seconds)
}

const refuseAsElsewhere = ({ id }: Pick<Viewer, 'id'>) => refuse(Math.ceil(refused.getRemainingTTL(id) / 1000) || null)

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
}
