import type { Db } from '@duo/db/index.ts'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'

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
export function createRateLimit(pool: Pool): RateLimit {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = ({ name, points, seconds }: Limit) => {
    const known = limiters.get(name)
    if (known) return known
    const made = new RateLimiterPostgres({
      storeClient: pool,
      tableName: 'rate_limit',
      tableCreated: true,
      // `forgetExpired` does it, also after a restart and with its failures told
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    limiters.set(name, made)
    return made
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

/** How often counters that are over are deleted, ms. They hold codes of addresses, so the privacy page promises it. */
const forgetEvery = 3_600_000

/**
 * Deletes the counters whose window is over: now, and every hour until `stop`. Resolves after the first time; a later failure is told
 * to `onError` and tried again an hour later.
 */
export async function forgetExpired(db: Db, onError: (error: unknown) => void) {
  const forget = () => db.deleteFrom('rate_limit').where('expire', '<', Date.now()).execute()
  await forget()
  const timer = setInterval(() => forget().catch(onError), forgetEvery).unref()
  return { stop: () => clearInterval(timer) }
}
