import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { appendToBuffer, closeBuffer, createStreamBuffer, flushIntervalMs, readBuffer } from './stream-buffer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function follow(buffer: ReturnType<typeof createStreamBuffer>, from = 0) {
  const pieces: string[] = []
  const done = (async () => {
    for await (const piece of readBuffer(buffer, from)) pieces.push(piece)
  })()
  return { pieces, done }
}

test('flushes the first chunk at once, coalesces later ones, and ends immediately', async () => {
  const buffer = createStreamBuffer(() => 40)
  const { pieces, done } = follow(buffer)
  await vi.advanceTimersByTimeAsync(0)
  appendToBuffer(buffer, 'One')
  await vi.advanceTimersByTimeAsync(0)
  expect(pieces).toEqual(['One'])
  for (const word of [' two', ' three']) {
    await vi.advanceTimersByTimeAsync(15)
    appendToBuffer(buffer, word)
  }
  expect(pieces).toEqual(['One'])
  await vi.advanceTimersByTimeAsync(10)
  expect(pieces).toEqual(['One', ' two three'])
  appendToBuffer(buffer, ' four')
  closeBuffer(buffer)
  await done
  expect(pieces).toEqual(['One', ' two three', ' four'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a late subscriber reads from its own offset', async () => {
  const buffer = createStreamBuffer()
  appendToBuffer(buffer, 'One two')
  const { pieces, done } = follow(buffer, 4)
  await vi.advanceTimersByTimeAsync(0)
  expect(pieces).toEqual(['two'])
  closeBuffer(buffer)
  await done
})

test('many streams share the chunk budget, at most 160 ms apart per stream', () => {
  expect([1, 20, 50, 300].map(flushIntervalMs)).toEqual([40, 40, 100, 160])
})
