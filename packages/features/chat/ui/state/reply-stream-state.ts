import { findLast } from '@duo/platform/shared/lists/find-last.ts'
import type { Message } from '../../schema.ts'

export interface StreamingReply {
  id: string
  text: string
  /**
   * `lost`: a refetch and a reconnect follow after the back-off. `paused`: newer tabs or devices stream this reply, so this one
   * reads the stored text now and then until it is used again.
   */
  connection: 'connecting' | 'open' | 'lost' | 'paused'
  /** How long the server asked to wait before the next attempt. 0 if it did not say. */
  retryAfterMs: number
  attempt: number
  /** Connections lost since the last text arrived. */
  failedAttempts: number
  isStopping: boolean
}

export type ReplyStreamEvent =
  | { type: 'streamState'; id: string; connection: StreamingReply['connection']; retryAfterMs?: number }
  | { type: 'reconnect'; id: string }
  | { type: 'text'; id: string; end: number; text: string }
  | { type: 'stopFailed'; id: string }

export const isRunning = ({ status }: Pick<Message, 'status'>) => status === 'waiting' || status === 'streaming'

export function streamingReplyReducer(reply: StreamingReply, event: ReplyStreamEvent): StreamingReply {
  switch (event.type) {
    case 'streamState':
      if (event.connection !== 'lost') return { ...reply, connection: event.connection, retryAfterMs: 0 }
      return reply.connection === 'lost' ? reply : loseConnection(reply, event.retryAfterMs)
    case 'reconnect':
      return { ...reply, connection: 'connecting', attempt: reply.attempt + 1 }
    case 'stopFailed':
      return { ...reply, isStopping: false }
    case 'text':
      return appendText(reply, event)
  }
}

const loseConnection = (reply: StreamingReply, retryAfterMs = 0): StreamingReply => ({
  ...reply,
  connection: 'lost',
  retryAfterMs,
  failedAttempts: reply.failedAttempts + 1,
})

/** Skips text that is known. A gap drops the connection. */
function appendText(reply: StreamingReply, { end, text }: { end: number; text: string }): StreamingReply {
  const begin = end - text.length
  if (begin > reply.text.length) return loseConnection(reply)
  return { ...reply, connection: 'open', failedAttempts: 0, text: reply.text + text.slice(reply.text.length - begin) }
}

/**
 * A finished reply never returns to running: a response with a running one is outdated. A poll brings no HTML: that of the same text
 * holds, and spares the browser the Markdown parser.
 */
export function newerOf(message: Message, existing: readonly Message[]): Message {
  const current = existing.find(({ id }) => id === message.id)
  if (!current) return message
  if (!isRunning(current) && isRunning(message)) return current
  const holds = current.html && message.html === undefined && current.content === message.content
  return holds ? { ...message, html: current.html } : message
}

export function streamingReplyOf(messages: readonly Message[], reply: StreamingReply | null): StreamingReply | null {
  const running = findLast(messages, (message) => message.role === 'assistant' && isRunning(message))
  if (!running) return null
  const { id, content } = running
  if (reply?.id !== id) {
    const start = { connection: 'connecting', retryAfterMs: 0, attempt: 0, failedAttempts: 0, isStopping: false } as const
    return { id, text: content, ...start }
  }
  return content.length > reply.text.length ? { ...reply, text: content } : reply
}
