import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import { createClientAddress, readForwardedFor, watchForwardedFor } from './client-address.ts'

test.each([
  ['1.2.3.4', 1, '1.2.3.4'],
  ['1.2.3.4:5000', 1, '1.2.3.4'],
  ['[2001:db8::1]:443', 1, '2001:db8::1'],
  ['"[2001:db8::1]:443"', 1, '2001:db8::1'],
  ["9.9.9.9' or 1=1, 1.2.3.4", 1, '1.2.3.4'],
  ['forged, 1.2.3.4, 10.0.0.1', 2, '1.2.3.4'],
  ['1.2.3.4', 2, '1.2.3.4'],
  [Array(40).fill('1.2.3.4').join(', '), 1, '1.2.3.4'],
])('%j behind %i proxies is the address %s', (header, hops, address) =>
  expect(readForwardedFor(header, hops)).toEqual({ address }),
)

test.each([
  ['', 1, 'an empty value'],
  ['1.2.3.4,', 1, 'a trailing comma'],
  ['1.2.3.4, , 10.0.0.1', 2, 'a trailing comma'],
  ['unknown', 1, '"unknown"'],
  ['_hidden', 1, 'a hidden name (_name)'],
  ['proxy.local', 1, 'a host name'],
  ['1.2.3.4, <script>', 1, 'other text'],
])('%j behind %i proxies is %s, not an address', (header, hops, form) => expect(readForwardedFor(header, hops)).toEqual({ form }))

test('an unreadable address is logged once a minute, and is the address of the proxy', () => {
  vi.useFakeTimers()
  const log = { warn: vi.fn() }
  const watch = watchForwardedFor()
  const find = createClientAddress(1, log, watch)
  const ask = (forwarded: string) =>
    find({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '10.0.0.9' } as Socket })
  expect([ask('unknown'), ask('_hidden'), ask('1.2.3.4')]).toEqual(['10.0.0.9', '10.0.0.9', '1.2.3.4'])
  expect(log.warn).toHaveBeenCalledTimes(1)
  expect(watch.recent()).toBe('a hidden name (_name)')
  vi.advanceTimersByTime(60_000)
  ask('unknown')
  expect(log.warn).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(3_600_000)
  expect(watch.recent()).toBeNull()
  vi.useRealTimers()
})
