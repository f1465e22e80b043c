import { isConnectionError, isDiskFull, isLockError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'
import type { Pool } from 'pg'
import { AppError } from '../../shared/errors.ts'
import type { Logger } from '../log.ts'
import { purge } from '../purge.ts'
import { networkOf, siteOf } from './client-address.ts'
import { keyedHash } from './keyed-hash.ts'
import type { Keys } from './keys.ts'

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

/** Returns what a call from this address counts for: its network and, if the limit has `sitePoints`, the IPv6 /48 around it. */
export function networkCounts(
  { clientAddress, secret }: { clientAddress: string; secret: Keys },
  limit: Limit,
): [Count, ...Count[]] {
  const keyOf = (addresses: string) => keyedHash(secret, 'rate limit', addresses)
  const { name, sitePoints, seconds } = limit
  const site = sitePoints === undefined ? null : siteOf(clientAddress)
  const count = { limit, key: keyOf(networkOf(clientAddress)) }
  if (sitePoints === undefined || site === null) return [count]
  return [count, { limit: { name: `${name}_site`, points: sitePoints, seconds }, key: keyOf(site) }]
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

/** The database's clock in ms, so that servers agree on the windows and a wrong clock of one of them starts none. */
const nowMs = '(extract(epoch from clock_timestamp()) * 1000)::bigint'

/** A window that ends a minute later than a new one would was opened by a clock that was ahead. Small corrections open none. */
const isOver = `(rate_limit.expire is null or rate_limit.expire <= ${nowMs} or rate_limit.expire > ${nowMs} + $2 + 60000)`

/**
 * A count waits for no disk and no standby: a crash or a failover may forget those of its last half second, and one that came late, after
 * its caller got 503, would be held against them.
 */
const withoutWait = `with quick as materialized (select set_config('synchronous_commit', 'off', true))`

const countStatement = `
  ${withoutWait}
  insert into rate_limit (key, points, expire) select $1::text, 1, ${nowMs} + $2 from quick
  on conflict (key) do update set
    points = case when ${isOver} then 1 else rate_limit.points + 1 end,
    expire = case when ${isOver} then ${nowMs} + $2 else rate_limit.expire end
  returning points, (expire - ${nowMs})::float8 as "msLeft"`

const giveBackStatement = `
  ${withoutWait}
  update rate_limit set points = points - 1 from quick where key = $1 and points > 0 and expire > ${nowMs}`

const keyOf = ({ name }: Limit, key: string) => `${name}:${key}`

type Counted = { points: number; msLeft: number }

/**
 * Limits across processes with one atomic upsert per call on `rate_limit`. While the database's disk is full, each process counts in
 * memory, so that reading still works and guessing stays limited. Those counts are not given back: every refused write would be.
 */
export function createRateLimit(pool: Pool): RateLimit {
  const countInMemory = createMemoryCounts()
  const countInDatabase = async (limit: Limit, key: string) =>
    (await pool.query<Counted>(countStatement, [keyOf(limit, key), limit.seconds * 1000])).rows[0]
  const count = async (limit: Limit, key: string) => {
    const counted = await countInDatabase(limit, key).catch((error: unknown) => {
      const inMemory = isDiskFull(error) ? countInMemory(keyOf(limit, key), limit.seconds * 1000) : null
      if (inMemory === null) throw error
      return inMemory
    })
    if (!counted || counted.points <= limit.points) return null
    return Math.min(limit.seconds, Math.max(1, Math.ceil(counted.msLeft / 1000)))
  }
  const giveBack = async (limit: Limit, key: string) => {
    const giveBackOnce = () => pool.query(giveBackStatement, [keyOf(limit, key)])
    await giveBackOnce()
      // the connection that the failed call had lost may have come back to the pool
      .catch((error: unknown) => (isConnectionError(error) ? giveBackOnce() : Promise.reject(error)))
      .catch((error: unknown) => {
        if (!isDiskFull(error)) throw error
      })
  }
  return Object.assign(count, { giveBack })
}

const maxMemoryCounts = 20_000

/** Returns null when too many keys are being counted. */
function createMemoryCounts(): (key: string, windowMs: number) => Counted | null {
  const counts = new Map<string, { points: number; endsAt: number }>()
  return (key, windowMs) => {
    const now = performance.now()
    if (counts.size >= maxMemoryCounts) for (const [name, { endsAt }] of counts) if (endsAt <= now) counts.delete(name)
    const known = counts.get(key)
    if (!known && counts.size >= maxMemoryCounts) return null
    const count = known && known.endsAt > now ? known : { points: 0, endsAt: now + windowMs }
    count.points += 1
    counts.set(key, count)
    return { points: count.points, msLeft: count.endsAt - now }
  }
}

export const purgeExpiredLimits = (db: Db) =>
  purge(db, 'rate_limit', { key: 'key', where: sql`expire < (extract(epoch from clock_timestamp()) * 1000)::bigint` })
