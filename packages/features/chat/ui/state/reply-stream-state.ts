import type { Message } from '../../schema.ts'

/** A reply that is being written. */
export interface StreamingReply {
  id: string
  text: string
  /** `lost`: nothing follows it any more; after a while the conversation is read again and the reply followed again. */
  connection: 'connecting' | 'open' | 'lost'
  /** Counts how often it was followed; a new number is a new line. */
  attempt: number
  /** Lines lost since something last came through one. */
  failedAttempts: number
  isStopping: boolean
}

/** What happens to a reply while it is followed. */
export type ReplyStreamEvent =
  | { type: 'streamState'; id: string; connection: StreamingReply['connection'] }
  | { type: 'reconnect'; id: string }
  | { type: 'text'; id: string; end: number; text: string }
  | { type: 'stopFailed'; id: string }

export const isRunning = ({ status }: Pick<Message, 'status'>) => status === 'waiting' || status === 'streaming'

/** What becomes of a reply that is being written by what happens to it. */
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

/** The text goes on where it ended: what is known already is left out, and where something is missing the line is given up. */
function appendText(reply: StreamingReply, { end, text }: { end: number; text: string }): StreamingReply {
  const begin = end - text.length
  if (begin > reply.text.length) return { ...reply, connection: 'lost', failedAttempts: reply.failedAttempts + 1 }
  return { ...reply, connection: 'open', failedAttempts: 0, text: reply.text + text.slice(reply.text.length - begin) }
}

/** A reply that has ended does not grow again: an answer that says so is the older one. */
export function newerOf(message: Message, existing: readonly Message[]): Message {
  const current = existing.find(({ id }) => id === message.id)
  return current && !isRunning(current) && isRunning(message) ? current : message
}

/** The reply that is being written, with as much of it as is known. */
export function streamingReplyOf(messages: readonly Message[], reply: StreamingReply | null): StreamingReply | null {
  const running = messages.findLast((message) => message.role === 'assistant' && isRunning(message))
  if (!running) return null
  const { id, content } = running
  if (reply?.id !== id) return { id, text: content, connection: 'connecting', attempt: 0, failedAttempts: 0, isStopping: false }
  return content.length > reply.text.length ? { ...reply, text: content } : reply
}
