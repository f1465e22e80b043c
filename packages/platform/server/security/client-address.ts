import { isIP, SocketAddress } from 'node:net'

/** Strips the port of an address in proxy notation (`203.0.113.9:5001`, `[2001:db8::1]:5001`); null if it is invalid. */
export function hostOf(input: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(input.trim()) ?? []
  const host = bracketed ?? plain ?? input.trim()
  return isIP(host) === 0 ? null : host
}

/** Returns the rate-limit key: IPv4 as it is, IPv6 by its /64, since one household or server commonly owns a whole /64. */
export const networkOf = (input: string): string => blockOf(input, { bytes: 4, groups: 4 })

/** Returns the IPv4 /24 or IPv6 /48, in which a site or provider commonly changes its addresses. */
export const wideNetworkOf = (input: string): string => blockOf(input, { bytes: 3, groups: 3 })

/** Returns the /48 of an IPv6 address, of which one customer can rotate through 65,536 networks; null for other addresses. */
export function siteOf(input: string): string | null {
  return networkOf(input).endsWith('::/64') ? wideNetworkOf(input) : null
}

/** `::ffff:909:909` and `0:0:0:0:0:ffff:9.9.9.9` are both 9.9.9.9: only the canonical spelling tells. */
function mappedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined
  const canonical = new SocketAddress({ address: address.split('%')[0] ?? '', family: 'ipv6' }).address
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)?.[1]
}

function blockOf(input: string, { bytes, groups: kept }: { bytes: number; groups: number }): string {
  const address = hostOf(input) ?? input
  const ipv4 = isIP(address) === 4 ? address : mappedIpv4(address)
  if (ipv4 && bytes < 4) return `${ipv4.split('.').slice(0, bytes).join('.')}.0/24`
  if (ipv4) return ipv4
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, kept)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${kept * 16}`
}
