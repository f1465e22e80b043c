import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../shared/errors.ts'
import type { Logger } from '../log.ts'

/** How many calls a key may make in a window. */
export interface Limit {
  /** Names the counter; part of the stored key. */
  name: string
  points: number
  /** Length of the window in seconds. */
  seconds: number
}

/**
 * Counts one call of `key` against `limit`: null while calls are left, else the whole seconds to wait. `giveBack` takes one count away again;
 * limits that count nothing have none.
 */
export type RateLimit = ((limit: Limit, key: string) => Promise<number | null>) & {
  giveBack?: (limit: Limit, key: string) => Promise<void>
}

/** One count: of which key, against which limit. */
export interface Count {
  limit: Limit
  key: string
}

interface RateLimitContext {
  rateLimit: RateLimit
  log: Pick<Logger, 'warn'>
}

/** Whether a failure is answered with 503: the caller got nothing, and is asked to try again. */
const isUnavailable = (error: unknown) =>
  isConnectionError(error) || isLockError(error) || (error instanceof AppError && error.code === 'unavailable')

/** Takes counts back if what they were counted for failed with `error` and is answered with 503. */
export async function forgive({ rateLimit, log }: RateLimitContext, counts: readonly Count[], error: unknown): Promise<void> {
  if (!isUnavailable(error)) return
  try {
    for (const { limit, key } of counts) await rateLimit.giveBack?.(limit, key)
  } catch (err) {
    // as likely as not the database is what answered 503
    log.warn({ err }, 'the count of an attempt that got 503 could not be taken back')
  }
}

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
        // upkeep does it (`purgeExpiredLimits`), also after a restart and with its failures told
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
      }),
  )

interface Limiter {
  consume: (key: string) => Promise<unknown>
  reward: (key: string) => Promise<unknown>
}

function limitWith(make: (limit: Limit) => Limiter): RateLimit {
  const limiters = new Map<string, ReturnType<typeof make>>()
  const limiterOf = (limit: Limit) => {
    const limiter = limiters.get(limit.name) ?? make(limit)
    limiters.set(limit.name, limiter)
    return limiter
  }
  const count = async (limit: Limit, key: string) => {
    try {
      await limiterOf(limit).consume(key)
      return null
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000))
    }
  }
  return Object.assign(count, { giveBack: async (limit: Limit, key: string) => void (await limiterOf(limit).reward(key)) })
}

/** Deletes counters whose window is over, at most so many. Answers how many. */
export async function purgeExpiredLimits(db: Db, limit: number): Promise<number> {
  const now = Date.now()
  const { numDeletedRows } = await db
    .deleteFrom('rate_limit')
    .where('key', 'in', (over) => over.selectFrom('rate_limit').where('expire', '<', now).select('key').limit(limit))
    // said again, because one that was just renewed is looked at once more when its lock is free
    .where('expire', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
