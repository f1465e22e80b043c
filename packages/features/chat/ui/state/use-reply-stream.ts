import type { TRPCClient } from '@trpc/client'
import { useEffect } from 'react'
import type { AppRouter } from '../../../server.ts'
import type { TalkEvent } from './conversation-reducer.ts'
import type { Live } from './reply-stream-state.ts'

type Client = TRPCClient<AppRouter>
type Tell = (event: TalkEvent) => void

/** How often a growing text is drawn again, in milliseconds; a long one takes longer to draw. */
const pace = (length: number) => 32 + length / 250

/** First wait after a lost line, in milliseconds, and the longest. */
const firstWait = 700
const longestWait = 15_000

/** Follows the reply that is being written, over one line at a time, and tells what comes through it. */
export function useLiveLine(client: Client, live: Live | null, tell: Tell, catchUp: () => Promise<unknown>): void {
  const { id = null, attempt = 0, line = null, losses = 0 } = live ?? {}
  const lost = line === 'lost'
  // the text known when a line is opened; what grows afterwards does not open another
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line stays open while its text grows
  useEffect(() => {
    if (id === null || lost) return
    return openLine(client, id, live?.text.length ?? 0, tell)
  }, [client, id, attempt, lost, tell])

  useEffect(() => {
    if (id === null || !lost) return
    let left = false
    const again = () =>
      catchUp()
        .catch(() => undefined)
        .then(() => {
          if (!left) tell({ type: 'follow', id })
        })
    const timer = setTimeout(again, Math.min(longestWait, firstWait * 2 ** (losses - 1)))
    window.addEventListener('online', again, { once: true })
    return () => {
      left = true
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [id, lost, losses, tell, catchUp])
}

/** One line. What comes is told in gulps, at a pace that can be drawn, and always before the end is. */
function openLine(client: Client, id: string, from: number, tell: Tell): () => void {
  let gulp = { end: from, text: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const swallow = () => {
    clearTimeout(timer)
    timer = undefined
    if (gulp.text !== '') tell({ type: 'text', id, ...gulp })
    gulp = { end: gulp.end, text: '' }
  }
  let closed = false
  const lose = () => {
    if (closed) return
    swallow()
    tell({ type: 'line', id, line: 'lost' })
  }
  const subscription = client.chat.stream.subscribe(
    { messageId: id, lastEventId: String(from) },
    {
      onData: ({ id: eventId, data }) => {
        if (data.type === 'end') {
          swallow()
          return tell({ type: 'end', event: data })
        }
        const end = Number(eventId)
        // a piece that does not follow on the gulp begins another one
        if (end - data.text.length !== gulp.end) swallow()
        gulp = { end, text: gulp.text + data.text }
        timer ??= setTimeout(swallow, pace(end))
      },
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'pending') tell({ type: 'line', id, line: 'open' })
        // a browser takes it up by itself, seconds later, whatever happened meanwhile: it is told, and done here
        if (state === 'connecting' && error) lose()
      },
      onError: lose,
      // the server closed it: if the end came through, nothing is live any more
      onComplete: lose,
    },
  )
  return () => {
    closed = true
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}
