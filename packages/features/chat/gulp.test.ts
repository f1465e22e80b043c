import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inGulps } from './gulp-service.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** What is under way between two streams has arrived. */
const settled = () => new Promise((done) => setImmediate(done))

/** An answer whose bytes come when the test says so, and what somebody has read of it in gulps. */
function answer() {
  const body = new PassThrough()
  const reader = inGulps(body, () => 100).getReader()
  const pieces: string[] = []
  const read = async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      pieces.push(Buffer.from(value).toString())
    }
  }
  const done = read()
  done.catch(() => {})
  const give = async (text: string) => {
    body.write(text)
    await settled()
  }
  return { body, pieces, done, reader, give }
}

test('the beginning comes as it is sent, the rest in fewer pieces, and nothing is lost', async () => {
  const { body, pieces, give, done } = answer()
  const sent = Array.from({ length: 30 }, (_, i) => `${i},`)
  for (const piece of sent.slice(0, 8)) {
    await give(piece)
    expect(pieces.at(-1)).toBe(piece)
  }
  for (const piece of sent.slice(8)) {
    await give(piece)
    await vi.advanceTimersByTimeAsync(20)
  }
  body.end()
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
  await settled()
  expect(pieces.at(-1)).toBe('last words')
})

test('a line that breaks does so after what came before', async () => {
  const { body, pieces, give, done } = answer()
  for (let i = 0; i < 8; i += 1) await give('.')
  await give('half a')
  body.destroy(new Error('the line broke'))
  await expect(done).rejects.toThrow('the line broke')
  expect(pieces.at(-1)).toBe('half a')
})

test('who stops reading lets the sender know', async () => {
  const { body, reader, give } = answer()
  await give('.')
  await reader.cancel('enough')
  expect(body.destroyed).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
