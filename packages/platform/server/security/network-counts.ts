import { networkOf, siteOf } from './client-address.ts'
import { keyedHash } from './keyed-hash.ts'
import type { Keys } from './keys.ts'
import type { Count, Limit } from './rate-limit.ts'

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
