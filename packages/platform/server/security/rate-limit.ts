import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import type { Pool } from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../shared/errors.ts'
import type { Logger } from '../log.ts'

export interface Limit {
  name: string
  points: number
  seconds: number
  /**
   * Points of the whole IPv6 /48 around a network, for calls that are expensive without an account. Generous, because companies
   * and mobile networks share one.
   */
  sitePoints?: number
}

/** Returns null while calls are left, else the seconds to wait. `giveBack` undoes one count; unlimited ones have none. */
export type RateLimit = ((limit: Limit, key: string) => Promise<number | null>) & {
  giveBack?: (limit: Limit, key: string) => Promise<void>
}

export interface Count {
  limit: Limit
  key: string
}

interface RateLimitContext {
  rateLimit: RateLimit
  log: Pick<Logger, 'warn'>
}

/** On 503 the caller got nothing and should retry. */
const isUnavailable = (error: unknown) =>
  isConnectionError(error) || isLockError(error) || (error instanceof AppError && error.code === 'unavailable')

/** Undoes counts if their call failed with 503. */
export async function undoCountsIfUnavailable(
  { rateLimit, log }: RateLimitContext,
  counts: readonly Count[],
  error: unknown,
): Promise<void> {
  if (!isUnavailable(error)) return
  try {
    for (const { limit, key } of counts) await rateLimit.giveBack?.(limit, key)
  } catch (err) {
    log.warn({ err }, 'rate-limit count of a failed attempt (503) could not be undone')
  }
}

/** Throws `too_many_requests` with the seconds to wait once no call is left. */
export async function consume({ rateLimit }: Pick<RateLimitContext, 'rateLimit'>, { limit, key }: Count): Promise<void> {
  const retryAfterSeconds = await rateLimit(limit, key)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
}

/** Runs the rest of a tRPC call and counts it unless it ends with 503. Throws `too_many_requests` once no call is left. */
export async function runCounted<R extends { ok: true } | { ok: false; error: { cause?: unknown } }>(
  context: RateLimitContext,
  count: Count,
  next: () => Promise<R>,
): Promise<R> {
  await consume(context, count)
  const result = await next()
  if (!result.ok) await undoCountsIfUnavailable(context, [count], result.error.cause)
  return result
}

/** Limits across processes with one atomic upsert per call on `rate_limit`. */
export const createRateLimit = (pool: Pool): RateLimit =>
  limitWith(
    ({ name, points, seconds }) =>
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limit',
        tableCreated: true,
        // maintenance deletes them (`purgeExpiredLimits`), also after a restart and with logged failures
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

export async function purgeExpiredLimits(db: Db, limit: number): Promise<number> {
  const now = Date.now()
  const { numDeletedRows } = await db
    .deleteFrom('rate_limit')
    .where('key', 'in', (over) => over.selectFrom('rate_limit').where('expire', '<', now).select('key').limit(limit))
    // repeated, because the counter may have been renewed while we waited for its lock
    .where('expire', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
