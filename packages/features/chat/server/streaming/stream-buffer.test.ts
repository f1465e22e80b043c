import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { end, grow, newTail, paceOf, read } from './stream-buffer.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Everything that a follower has read so far, piece by piece. */
function follow(tail: ReturnType<typeof newTail>, from = 0) {
  const pieces: string[] = []
  const done = (async () => {
    for await (const piece of read(tail, from)) pieces.push(piece)
  })()
  return { pieces, done }
}

test('the first piece is told at once, what follows comes together, the end at once', async () => {
  const tail = newTail(() => 40)
  const { pieces, done } = follow(tail)
  await vi.advanceTimersByTimeAsync(0)
  grow(tail, 'One')
  await vi.advanceTimersByTimeAsync(0)
  expect(pieces).toEqual(['One'])
  for (const word of [' two', ' three']) {
    await vi.advanceTimersByTimeAsync(15)
    grow(tail, word)
  }
  expect(pieces).toEqual(['One'])
  await vi.advanceTimersByTimeAsync(10)
  expect(pieces).toEqual(['One', ' two three'])
  grow(tail, ' four')
  end(tail)
  await done
  expect(pieces).toEqual(['One', ' two three', ' four'])
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever comes later reads on from where they are', async () => {
  const tail = newTail()
  grow(tail, 'One two')
  const { pieces, done } = follow(tail, 4)
  await vi.advanceTimersByTimeAsync(0)
  expect(pieces).toEqual(['two'])
  end(tail)
  await done
})

test('many replies share the line: few pieces each, but never a stutter', () => {
  expect([1, 20, 50, 300].map(paceOf)).toEqual([40, 40, 100, 160])
})
