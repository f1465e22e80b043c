import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from './fetch-with-timeout.ts'

let body: ReadableStreamDefaultController<Uint8Array>

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const pieces = new ReadableStream<Uint8Array>({
      start: (controller) => {
        body = controller
      },
    })
    signal.addEventListener('abort', () => body.error(signal.reason))
    return new Response(pieces, { status: 201, headers: { 'Retry-After': '5' } })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const send = async (text: string) => {
  body.enqueue(new TextEncoder().encode(text))
  await vi.advanceTimersByTimeAsync(9_000)
}

test('a long response may exceed the timeout as long as data keeps arriving', async () => {
  const answer = await fetchWithTimeout('/download')
  const text = answer.text()
  for (const piece of ['one ', 'two ', 'three']) await send(piece)
  body.close()
  expect([await text, answer.status, answer.headers.get('retry-after')]).toEqual(['one two three', 201, '5'])
  expect(vi.getTimerCount()).toBe(0)
})

test('aborts a response that stalls', async () => {
  const text = (await fetchWithTimeout('/download')).text()
  const failed = expect(text).rejects.toMatchObject({ name: 'TimeoutError' })
  await send('one ')
  await vi.advanceTimersByTimeAsync(1_000)
  await failed
})
