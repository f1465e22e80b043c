import { isIP } from 'node:net'

/** An address as proxies write it (`203.0.113.9`, `203.0.113.9:5001`, `[2001:db8::1]:5001`) without its port; null when it is none. */
export function hostOf(input: string): string | null {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\](?::\d+)?|([^:]+)(?::\d+)?)$/.exec(input.trim()) ?? []
  const host = bracketed ?? plain ?? input.trim()
  return isIP(host) === 0 ? null : host
}

/**
 * The key under which an address is limited: an IPv4 address as it is, an IPv6 address by its /64, because one household
 * or one server commonly owns a whole /64 and could otherwise use a fresh address for every request.
 */
export function networkOf(input: string): string {
  const address = hostOf(input) ?? input
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (isIP(address) !== 6) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const groups = tail === undefined ? left : [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
