import { expect, onTestFinished, test, vi } from 'vitest'
import { documentStreams } from './document-stream.ts'

test('a stream that is silent for 25 seconds ends with a failure, and a ping keeps it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let ping = () => {}
  vi.stubGlobal('fetch', async (_address: string, { signal }: { signal: AbortSignal }) => {
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        ping = () => stream.enqueue(new TextEncoder().encode('event: ping\ndata: {}\n\n'))
        signal.addEventListener('abort', () => stream.error(signal.reason))
      },
    })
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } })
  })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const ended = vi.fn()
  const input = { agent: 'ada-lovelace', question: 'Why?', language: 'en' as const }
  void documentStreams.chat.ask.subscribe(input, {}).next().catch(ended)
  await vi.advanceTimersByTimeAsync(20_000)
  ping()
  await vi.advanceTimersByTimeAsync(24_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce())
})
