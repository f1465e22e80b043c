import { isIP } from 'node:net'

/** Strips the port of an address in proxy notation (`203.0.113.9:5001`, `[2001:db8::1]:5001`); null if it is invalid. */
export function hostOf(input: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(input.trim()) ?? []
  const host = bracketed ?? plain ?? input.trim()
  return isIP(host) === 0 ? null : host
}

/** Returns the rate-limit key: IPv4 as it is, IPv6 by its /64, since one household or server commonly owns a whole /64. */
export function networkOf(input: string): string {
  const address = hostOf(input) ?? input
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  return isIP(address) === 6 ? prefixOf(address, 4) : address
}

/** Returns the /48 of an IPv6 address, of which one customer can rotate through 65,536 networks; null for other addresses. */
export function siteOf(input: string): string | null {
  const network = networkOf(input)
  return network.endsWith('::/64') ? prefixOf(hostOf(input) ?? input, 3) : null
}

function prefixOf(address: string, count: number): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${count * 16}`
}
