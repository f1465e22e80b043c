import { networkOf } from '@duo/platform/server/security/client-address.ts'
import { keyedHash } from '@duo/platform/server/security/keyed-hash.ts'
import type { Count, Limit } from '@duo/platform/server/security/rate-limit.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError } from '@duo/platform/shared/errors.ts'

/** How often a call may be made. */
export interface CallLimits {
  /** Calls per address block. */
  network: Limit
  /** Calls per e-mail address and address block together. */
  pair?: readonly Limit[]
  /** Calls per e-mail address, whoever makes them. */
  account?: readonly Limit[]
  /** What each e-mail address and address block has left when `account` is used up; without it the call is refused then. */
  slow?: readonly Limit[]
  /** Calls of a device that the account knows. They replace all the others, so that no stranger can use them up. */
  device?: readonly Limit[]
}

interface RateLimitSubject {
  clientAddress: string
  email: string
  /** The id of the device, where the account of the address knows it. */
  device: string | null
}

type RateLimitContext = Pick<AppContext, 'rateLimit' | 'secret'>

/**
 * Counts a call before anything is hashed or changed. Throws `too_many_requests`. An e-mail address is counted whether or not there is an
 * account. Counters hold keyed hashes, so that they name no one. Returns what was counted.
 */
export async function consumeRateLimit(
  { rateLimit, secret }: RateLimitContext,
  limits: CallLimits,
  subject: RateLimitSubject,
): Promise<Count[]> {
  const { network, pair = [], account = [], slow, device } = limits
  const counts: Count[] = []
  /** Seconds to wait for the first counter that is used up; those after it are not counted. */
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
  await requireAll([{ limit: network, key: networkKey }, ...pair.map(perPair)])
  const retryAfterSeconds = await consumeAll(account.map((limit) => ({ limit, key: emailKey })))
  if (retryAfterSeconds === null) return counts
  if (!slow) throw new AppError('too_many_requests', { retryAfterSeconds })
  return requireAll(slow.map(perPair))
}
