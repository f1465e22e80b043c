import type { Db } from '@duo/db/index.ts'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

/** How many calls a key may make in a window. */
export interface Limit {
  /** Names the counter; part of the stored key. */
  name: string
  points: number
  /** Length of the window in seconds. */
  seconds: number
}

/** Counts one call of `key` against `limit`: null while calls are left, else the whole seconds to wait. */
export type RateLimit = (limit: Limit, key: string) => Promise<number | null>

/**
 * Limits that hold across processes: one atomic upsert a call on the `rate_limit` table.
 * The library is rate-limiter-flexible because its Postgres store is atomic and its table can be ours.
 */
export const createRateLimit = (pool: Pool): RateLimit =>
  limitWith(
    ({ name, points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        // upkeep does it (`forgetExpired`), also after a restart and with its failures told
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
  )

/** Limits of this process alone, which take no way to the database. */
export const createLocalLimit = (): RateLimit =>
  limitWith(({ name, points, seconds }) => new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }))

function limitWith(make: (limit: Limit) => { consume: (key: string) => Promise<unknown> }): RateLimit {
  const limiters = new Map<string, ReturnType<typeof make>>()
  const limiterOf = (limit: Limit) => {
    const limiter = limiters.get(limit.name) ?? make(limit)
    limiters.set(limit.name, limiter)
    return limiter
  }
  return async (limit, key) => {
    try {
      await limiterOf(limit).consume(key)
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    }
  }
}

/** Deletes counters whose window is over, at most so many. Answers how many. */
export async function forgetExpired(db: Db, most: number): Promise<number> {
  const now = Date.now()
  const { numDeletedRows } = await db
    .deleteFrom('rate_limit')
    .where('key', 'in', (over) => over.selectFrom('rate_limit').where('expire', '<', now).select('key').limit(most))
    // said again, because one that was just renewed is looked at once more when its lock is free
    .where('expire', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
