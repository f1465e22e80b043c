import type { TRPCClient } from '@trpc/client'
import { useEffect, useState } from 'react'
import { failureCode, retryAfterMsOf } from '#auth/ui/trpc-errors.ts'
import type { AppRouter } from '#server.ts'
import type { StreamEvent } from '../../schema.ts'
import type { ConversationEvent } from './conversation-reducer.ts'
import type { OpenReplies, OpenReply } from './open-replies.ts'
import type { StreamingReply } from './reply-stream-state.ts'

type Client = TRPCClient<AppRouter>
type Dispatch = (event: ConversationEvent) => void

/** Render interval in ms; longer texts take longer to render. */
const renderIntervalMs = (length: number) => 32 + length / 250

const initialBackoffMs = 700
const maxBackoffMs = 15_000
/** The window of the rate limit for streams. */
const maxRetryAfterMs = 60_000
const pausedPollMs = 5_000
/** Changing tabs and back at once costs no connection, ms. */
const hiddenGraceMs = 2_000

/** Subscribes to the running reply over one connection at a time and dispatches its events. */
export function useReplyStream(
  { client, openReplies }: { client: Client; openReplies: OpenReplies },
  reply: StreamingReply | null,
  dispatch: Dispatch,
  refetchLatest: () => Promise<unknown>,
): void {
  const { id = null, attempt = 0, connection = null, failedAttempts = 0, retryAfterMs = 0 } = reply ?? {}
  const isLost = connection === 'lost'
  const isPaused = connection === 'paused'
  // a browser has six connections per host (HTTP/1.1), so hidden tabs must leave them to the visible one
  const isHidden = useHiddenPage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection stays open while its text grows
  useEffect(() => {
    if (id === null || isLost || isPaused || isHidden) return
    const stream = createReplyStream(id, reply?.text.length ?? 0, dispatch)
    const open = openReplies.take(id)
    if (open) return readOn(open, stream)
    return subscribe(client, { id, from: reply?.text.length ?? 0 }, stream)
  }, [client, openReplies, id, attempt, isLost, isPaused, isHidden, dispatch])

  useEffect(() => {
    if (isHidden) openReplies.closeAll()
    return openReplies.closeAll
  }, [openReplies, isHidden])

  useEffect(() => {
    if (id === null || !isLost) return
    let isCancelled = false
    const open = () => dispatch({ type: 'reconnect', id })
    const reconnect = async () => {
      clearTimeout(timer)
      // an EventSource cannot read the response that refused it, so only this call tells how long to wait
      const waitMs = await refetchLatest().then(() => 0, retryAfterMsOf)
      if (isCancelled) return
      if (waitMs === 0) open()
      else timer = setTimeout(open, Math.min(maxRetryAfterMs, waitMs))
    }
    const backoffMs = Math.min(maxBackoffMs, initialBackoffMs * 2 ** (failedAttempts - 1))
    let timer = setTimeout(reconnect, Math.max(backoffMs, Math.min(maxRetryAfterMs, retryAfterMs)))
    window.addEventListener('online', reconnect, { once: true })
    return () => {
      isCancelled = true
      clearTimeout(timer)
      window.removeEventListener('online', reconnect)
    }
  }, [id, isLost, failedAttempts, retryAfterMs, dispatch, refetchLatest])

  usePausedReply(isPaused ? id : null, dispatch, refetchLatest)
}

function useHiddenPage(): boolean {
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onChange = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') setHidden(false)
      else timer = setTimeout(() => setHidden(true), hiddenGraceMs)
    }
    onChange()
    document.addEventListener('visibilitychange', onChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onChange)
    }
  }, [])
  return isHidden
}

/** Polls, because reconnecting at once would take the place of another tab, which would then take this one's. */
function usePausedReply(id: string | null, dispatch: Dispatch, refetchLatest: () => Promise<unknown>): void {
  useEffect(() => {
    if (id === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetchLatest().catch(console.error)
    }, pausedPollMs)
    const resume = () => {
      if (document.visibilityState === 'visible') dispatch({ type: 'reconnect', id })
    }
    document.addEventListener('visibilitychange', resume)
    window.addEventListener('focus', resume)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', resume)
      window.removeEventListener('focus', resume)
    }
  }, [id, dispatch, refetchLatest])
}

type ReplyStream = ReturnType<typeof createReplyStream>

/** Coalesces text to a pace that can be rendered, and flushes it before the end event. */
function createReplyStream(id: string, from: number, dispatch: Dispatch) {
  let pending = { end: from, text: '' }
  let timer: ReturnType<typeof setTimeout> | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (pending.text !== '') dispatch({ type: 'text', id, ...pending })
    pending = { end: pending.end, text: '' }
  }
  let isClosed = false
  const end = (connection: 'lost' | 'paused', retryAfterMs = 0) => {
    if (isClosed) return
    flush()
    dispatch({ type: 'streamState', id, connection, retryAfterMs })
  }
  return {
    onOpen: () => dispatch({ type: 'streamState', id, connection: 'open' }),
    onEvent(eventId: string, event: StreamEvent) {
      if (event.type === 'end') {
        flush()
        return dispatch({ type: 'end', event })
      }
      const end = Number(eventId)
      if (end - event.text.length !== pending.end) flush()
      pending = { end, text: pending.text + event.text }
      timer ??= setTimeout(flush, renderIntervalMs(end))
    },
    onDisconnect: () => end('lost'),
    onError: (error: unknown) => end(failureCode(error) === 'stream_replaced' ? 'paused' : 'lost', retryAfterMsOf(error)),
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

function subscribe(client: Client, { id, from }: { id: string; from: number }, stream: ReplyStream): () => void {
  const subscription = client.chat.stream.subscribe(
    { messageId: id, lastEventId: String(from) },
    {
      onData: ({ id: eventId, data }) => stream.onEvent(eventId, data),
      onConnectionStateChange: ({ state, error }) => {
        if (state === 'pending') stream.onOpen()
        // the browser would reconnect on its own, too late: report the loss and close
        if (state === 'connecting' && error) stream.onDisconnect()
      },
      onError: stream.onError,
      onComplete: stream.onDisconnect,
    },
  )
  return () => {
    stream.close()
    subscription.unsubscribe()
  }
}

/** The connection that asked the question brings the reply. A lost one is resumed by `chat.stream`. */
function readOn({ events, close }: OpenReply, stream: ReplyStream): () => void {
  const read = async () => {
    stream.onOpen()
    try {
      for await (const { id, data } of events) if (data.type !== 'sent') stream.onEvent(id, data)
      stream.onDisconnect()
    } catch (error) {
      stream.onError(error)
    }
  }
  void read()
  return () => {
    stream.close()
    close()
  }
}
