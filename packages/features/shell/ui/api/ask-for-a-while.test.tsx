import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { askForAWhile } from './ask-for-a-while.ts'

let visibility: DocumentVisibilityState = 'visible'
let stop = new AbortController()
beforeEach(() => {
  vi.useFakeTimers()
  visibility = 'visible'
  stop = new AbortController()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
const show = () => document.dispatchEvent(new Event('visibilitychange'))

test('asks a few times in the first half minute with growing pauses, and again only when the page is shown again', async () => {
  const startedAt = Date.now()
  const requestTimes: number[] = []
  askForAWhile(async () => requestTimes.push(Date.now() - startedAt), stop.signal)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requestTimes).toEqual([1_000, 2_500, 5_500, 15_500])
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(requestTimes).toHaveLength(4)
  visibility = 'hidden'
  show()
  expect(requestTimes).toHaveLength(4)
  visibility = 'visible'
  show()
  expect(requestTimes).toHaveLength(5)
})

test('asks nothing once it has ended', async () => {
  const ask = vi.fn(async () => {})
  askForAWhile(ask, stop.signal)
  stop.abort()
  await vi.advanceTimersByTimeAsync(30_000)
  show()
  expect(ask).not.toHaveBeenCalled()
})
