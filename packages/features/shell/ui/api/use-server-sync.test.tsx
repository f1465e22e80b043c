import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notifyTabs, type SyncReason, useServerSync } from './use-server-sync.ts'

const requests = vi.fn(async (_reason: SyncReason) => {})

function Page({ pollMs }: { pollMs: number | null }) {
  useServerSync('duo.test', requests, { pollMs })
  return null
}

let visibility: DocumentVisibilityState = 'visible'
beforeEach(() => {
  visibility = 'visible'
  requests.mockClear()
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a page in use asks at its pace, and a page left open asks rarely until it is used again', async () => {
  render(<Page pollMs={5_000} />)
  await pass(20_000)
  expect(requests.mock.calls.map(([reason]) => reason)).toEqual(['poll', 'poll', 'poll', 'poll'])
  await pass(120_000)
  requests.mockClear()
  await pass(120_000)
  expect(requests.mock.calls.length).toBeLessThanOrEqual(2)
  requests.mockClear()
  window.dispatchEvent(new Event('pointermove'))
  expect(requests).toHaveBeenCalledExactlyOnceWith('change')
})

test('focus and visibility ask once, and a hidden page asks nothing until it is shown', async () => {
  render(<Page pollMs={5_000} />)
  visibility = 'hidden'
  await pass(60_000)
  expect(requests).not.toHaveBeenCalled()
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('focus'))
  expect(requests).toHaveBeenCalledOnce()
})

test('another tab is heard, and nothing is after the page is left', async () => {
  vi.useRealTimers()
  const { unmount } = render(<Page pollMs={null} />)
  notifyTabs('duo.test', 'another tab')
  await vi.waitFor(() => expect(requests).toHaveBeenCalledExactlyOnceWith('change'))
  unmount()
  notifyTabs('duo.test', 'another tab')
  window.dispatchEvent(new Event('focus'))
  await new Promise((resolve) => setImmediate(resolve))
  expect(requests).toHaveBeenCalledOnce()
})

test('a message that arrives while the page renders again with another callback is not missed', async () => {
  vi.useRealTimers()
  const Changing = ({ onChange, pollMs }: { onChange: () => Promise<void>; pollMs: number | null }) => {
    useServerSync('duo.test', onChange, { pollMs })
    return null
  }
  const [first, second] = [vi.fn(async () => {}), vi.fn(async () => {})]
  const { rerender } = render(<Changing onChange={first} pollMs={null} />)
  const closed = vi.spyOn(BroadcastChannel.prototype, 'close')
  rerender(<Changing onChange={second} pollMs={5_000} />)
  expect(closed).not.toHaveBeenCalled()
  notifyTabs('duo.test', 'another tab')
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce())
  expect(first).not.toHaveBeenCalled()
})
