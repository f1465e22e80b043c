import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import { type Count, type Limit, networkCounts, undoCountsIfUnavailable } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode } from '@duo/platform/shared/errors.ts'
import type { CallLimits } from '../../schema.ts'
import { findDeviceByEmail } from '../sessions/device-queries.ts'

interface RateLimitSubject {
  clientAddress: string
  email: string
  device: string | null
}

type RateLimitContext = Pick<AppContext, 'rateLimit' | 'secret'>

/** Runs a call that names an e-mail, and counts it first unless it ends with 503. Throws `too_many_requests`. */
export async function runLimited<T>(
  context: Pick<AppContext, 'db' | 'log' | 'rateLimit' | 'secret'>,
  limits: CallLimits,
  { clientAddress, email, devices }: { clientAddress: string; email: string; devices: readonly string[] },
  run: () => Promise<T>,
): Promise<T> {
  const device = limits.device && devices.length > 0 ? await findDeviceByEmail(context.db, devices, email) : null
  const counts = await consumeRateLimit(context, limits, { clientAddress, email, device })
  try {
    return await run()
  } catch (error) {
    await undoCountsIfUnavailable(context, counts, error)
    throw error
  }
}

/** Counts a call before any hashing, whether or not the account exists. Throws `too_many_requests` or the limits' own code. Keys are keyed hashes. */
export async function consumeRateLimit(
  { rateLimit, secret }: RateLimitContext,
  limits: CallLimits,
  subject: RateLimitSubject,
): Promise<Count[]> {
  const { network, pair = [], account = [], slow, device, code = 'too_many_requests' } = limits
  const counts: Count[] = []
  const consumeAll = async (counters: readonly Count[]) => {
    for (const counter of counters) {
      const seconds = await rateLimit(counter.limit, counter.key)
      if (seconds !== null) return seconds
      counts.push(counter)
    }
    return null
  }
  const requireAll = async (counters: readonly Count[], refusal: ErrorCode = code) => {
    const retryAfterSeconds = await consumeAll(counters)
    if (retryAfterSeconds !== null) throw new AppError(refusal, { retryAfterSeconds })
    return counts
  }
  const id = subject.device
  if (device && id !== null) return requireAll(device.map((limit) => ({ limit, key: id })))
  const networkKey = keyedHash(secret, 'rate limit', networkOf(subject.clientAddress))
  const emailKey = keyedHash(secret, 'account limit', subject.email)
  const perPair = (limit: Limit): Count => ({ limit, key: `${emailKey} ${networkKey}` })
  await requireAll(networkCounts({ ...subject, secret }, network), 'too_many_requests')
  await requireAll(pair.map(perPair))
  const retryAfterSeconds = await consumeAll(account.map((limit) => ({ limit, key: emailKey })))
  if (retryAfterSeconds === null) return counts
  if (!slow) throw new AppError(code, { retryAfterSeconds })
  return requireAll(slow.map(perPair))
}
