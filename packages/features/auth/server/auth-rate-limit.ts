import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import { networkCounts } from '@duo/platform/server/security/network-counts.ts'
import type { Count, Limit } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'

/** `network`: per IP network; `pair`: per e-mail and network; `account`: per e-mail. */
export interface CallLimits {
  network: Limit
  pair?: readonly Limit[]
  account?: readonly Limit[]
  /** Allowance per e-mail and network once `account` is used up; without it the call is rejected. */
  slow?: readonly Limit[]
  /** Limits of a known device. They replace all others, so that no one else can use them up. */
  device?: readonly Limit[]
}

interface RateLimitSubject {
  clientAddress: string
  email: string
  device: string | null
}

type RateLimitContext = Pick<AppContext, 'rateLimit' | 'secret'>

/** Counts a call before any hashing, whether or not the account exists. Throws `too_many_requests`. Keys are keyed hashes. */
export async function consumeRateLimit(
  { rateLimit, secret }: RateLimitContext,
  limits: CallLimits,
  subject: RateLimitSubject,
): Promise<Count[]> {
  const { network, pair = [], account = [], slow, device } = limits
  const counts: Count[] = []
  const consumeAll = async (counters: readonly Count[]) => {
    for (const counter of counters) {
      const seconds = await rateLimit(counter.limit, counter.key)
      if (seconds !== null) return seconds
      counts.push(counter)
    }
    return null
  }
  const requireAll = async (counters: readonly Count[]) => {
    const retryAfterSeconds = await consumeAll(counters)
    if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
    return counts
  }
  const id = subject.device
  if (device && id !== null) return requireAll(device.map((limit) => ({ limit, key: id })))
  const networkKey = keyedHash(secret, 'rate limit', networkOf(subject.clientAddress))
  const emailKey = keyedHash(secret, 'account limit', subject.email)
  const perPair = (limit: Limit): Count => ({ limit, key: `${emailKey} ${networkKey}` })
  await requireAll([...networkCounts({ ...subject, secret }, network), ...pair.map(perPair)])
  const retryAfterSeconds = await consumeAll(account.map((limit) => ({ limit, key: emailKey })))
  if (retryAfterSeconds === null) return counts
  if (!slow) throw new AppError('too_many_requests', { retryAfterSeconds })
  return requireAll(slow.map(perPair))
}
