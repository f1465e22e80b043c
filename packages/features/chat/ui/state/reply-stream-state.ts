import type { Message } from '../../schema.ts'

export interface StreamingReply {
  id: string
  text: string
  /**
   * `lost`: a refetch and a reconnect follow after the back-off. `paused`: newer tabs or devices stream this reply, so this one
   * reads the stored text now and then until it is used again.
   */
  connection: 'connecting' | 'open' | 'lost' | 'paused'
  attempt: number
  /** Connections lost since the last text arrived. */
  failedAttempts: number
  isStopping: boolean
}

export type ReplyStreamEvent =
  | { type: 'streamState'; id: string; connection: StreamingReply['connection'] }
  | { type: 'reconnect'; id: string }
  | { type: 'text'; id: string; end: number; text: string }
  | { type: 'stopFailed'; id: string }

export const isRunning = ({ status }: Pick<Message, 'status'>) => status === 'waiting' || status === 'streaming'

export function streamingReplyReducer(reply: StreamingReply, event: ReplyStreamEvent): StreamingReply {
  switch (event.type) {
    case 'streamState':
      return event.connection === 'lost' && reply.connection !== 'lost'
        ? { ...reply, connection: 'lost', failedAttempts: reply.failedAttempts + 1 }
        : { ...reply, connection: event.connection }
    case 'reconnect':
      return { ...reply, connection: 'connecting', attempt: reply.attempt + 1 }
    case 'stopFailed':
      return { ...reply, isStopping: false }
    case 'text':
      return appendText(reply, event)
  }
}

/** Skips text that is known. A gap drops the connection. */
function appendText(reply: StreamingReply, { end, text }: { end: number; text: string }): StreamingReply {
  const begin = end - text.length
  if (begin > reply.text.length) return { ...reply, connection: 'lost', failedAttempts: reply.failedAttempts + 1 }
  return { ...reply, connection: 'open', failedAttempts: 0, text: reply.text + text.slice(reply.text.length - begin) }
}

/** A finished reply never returns to running: a response with a running one is outdated. */
export function newerOf(message: Message, existing: readonly Message[]): Message {
  const current = existing.find(({ id }) => id === message.id)
  return current && !isRunning(current) && isRunning(message) ? current : message
}

export function streamingReplyOf(messages: readonly Message[], reply: StreamingReply | null): StreamingReply | null {
  const running = messages.findLast((message) => message.role === 'assistant' && isRunning(message))
  if (!running) return null
  const { id, content } = running
  if (reply?.id !== id) return { id, text: content, connection: 'connecting', attempt: 0, failedAttempts: 0, isStopping: false }
  return content.length > reply.text.length ? { ...reply, text: content } : reply
}
