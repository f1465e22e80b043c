import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inGulps } from './gulp-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** An answer whose bytes come when the test says so, and what somebody has read of it in gulps. */
function answer() {
  let source: ReadableStreamDefaultController<Uint8Array> | undefined
  let left: unknown
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller
    },
    cancel: (reason) => {
      left = reason
    },
  })
  const stream = inGulps(body, () => 100)
  const pieces: string[] = []
  const reader = stream.getReader()
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      pieces.push(Buffer.from(value).toString())
    }
  }
  const done = read()
  done.catch(() => {})
  return {
    pieces,
    done,
    reader,
    give: async (text: string) => {
      source?.enqueue(Buffer.from(text))
      await vi.advanceTimersByTimeAsync(0)
    },
    end: () => source?.close(),
    fail: (error: Error) => source?.error(error),
    left: () => left,
  }
}

test('the beginning comes as it is sent, the rest in fewer pieces, and nothing is lost', async () => {
  const { pieces, give, end, done } = answer()
  const sent = Array.from({ length: 30 }, (_, i) => `${i},`)
  for (const piece of sent.slice(0, 8)) {
    await give(piece)
    expect(pieces.at(-1)).toBe(piece)
  }
  for (const piece of sent.slice(8)) {
    await give(piece)
    await vi.advanceTimersByTimeAsync(20)
  }
  end()
  await done
  expect(pieces.join('')).toBe(sent.join(''))
  expect(pieces.length).toBeLessThan(15)
  expect(vi.getTimerCount()).toBe(0)
})

test('what came is handed on also when nothing follows', async () => {
  const { pieces, give } = answer()
  for (let i = 0; i < 8; i += 1) await give('.')
  await give('last words')
  expect(pieces).not.toContain('last words')
  await vi.advanceTimersByTimeAsync(100)
  expect(pieces.at(-1)).toBe('last words')
})

test('a line that breaks does so after what came before', async () => {
  const { pieces, give, fail, done } = answer()
  for (let i = 0; i < 8; i += 1) await give('.')
  await give('half a')
  fail(new Error('the line broke'))
  await expect(done).rejects.toThrow('the line broke')
  expect(pieces.at(-1)).toBe('half a')
})

test('who stops reading lets the sender know', async () => {
  const { reader, give, left } = answer()
  await give('.')
  await reader.cancel('enough')
  expect(left()).toBe('enough')
  expect(vi.getTimerCount()).toBe(0)
})
