import { createLocalLimit } from '@duo/platform/server/rate-limit.ts'
import type { Viewer } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import { LRUCache } from 'lru-cache'
import { sendLimit } from './rules.ts'
import type { ChatWorld } from './service.ts'

const limitHere = createLocalLimit()

/** Who has asked too much of all processes together, as long as that holds. */
const refused = new LRUCache<string, true>({ max: 10_000 })

/**
 * Counts a question, or a reply asked for again, against what a person may ask of this process in a minute: without a way to the database,
 * so that who asks too much is refused before any model is asked. `too_many_requests` beyond it.
 */
export async function countHere({ id }: Pick<Viewer, 'id'>): Promise<void> {
  refuse(Math.ceil(refused.getRemainingTTL(id) / 1000) || null)
  refuse(await limitHere(sendLimit, id))
}

/** The same for all processes together, before anything is stored. */
export async function countEverywhere({ rateLimit, user }: ChatWorld): Promise<void> {
  const seconds = await rateLimit(sendLimit, user.id)
  if (seconds !== null) refused.set(user.id, true, { ttl: seconds * 1000 })
  refuse(seconds)
}

function refuse(retryAfterSeconds: number | null): void {
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
}
