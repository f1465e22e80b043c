import type { Message } from '../../schema.ts'

/** A reply that is being written. */
export interface Live {
  id: string
  text: string
  /** `lost`: nothing follows it any more; after a while the conversation is read again and the reply followed again. */
  line: 'connecting' | 'open' | 'lost'
  /** Counts how often it was followed; a new number is a new line. */
  attempt: number
  /** Lines lost since something last came through one. */
  losses: number
  stopping: boolean
}

/** What happens to a reply while it is followed. */
export type LineEvent =
  | { type: 'line'; id: string; line: Live['line'] }
  | { type: 'follow'; id: string }
  | { type: 'text'; id: string; end: number; text: string }
  | { type: 'stopFailed'; id: string }

export const isRunning = ({ status }: Pick<Message, 'status'>) => status === 'waiting' || status === 'streaming'

/** What becomes of a reply that is being written by what happens to it. */
export function follow(live: Live, event: LineEvent): Live {
  switch (event.type) {
    case 'line':
      return event.line === 'lost' && live.line !== 'lost'
        ? { ...live, line: 'lost', losses: live.losses + 1 }
        : { ...live, line: event.line }
    case 'follow':
      return { ...live, line: 'connecting', attempt: live.attempt + 1 }
    case 'stopFailed':
      return { ...live, stopping: false }
    case 'text':
      return grow(live, event)
  }
}

/** The text goes on where it ended: what is known already is left out, and where something is missing the line is given up. */
function grow(live: Live, { end, text }: { end: number; text: string }): Live {
  const begin = end - text.length
  if (begin > live.text.length) return { ...live, line: 'lost', losses: live.losses + 1 }
  return { ...live, line: 'open', losses: 0, text: live.text + text.slice(live.text.length - begin) }
}

/** A reply that has ended does not grow again: an answer that says so is the older one. */
export function laterOf(message: Message, known: readonly Message[]): Message {
  const mine = known.find(({ id }) => id === message.id)
  return mine && !isRunning(mine) && isRunning(message) ? mine : message
}

/** The reply that is being written, with as much of it as is known. */
export function liveOf(messages: readonly Message[], live: Live | null): Live | null {
  const running = messages.findLast((message) => message.role === 'assistant' && isRunning(message))
  if (!running) return null
  const { id, content } = running
  if (live?.id !== id) return { id, text: content, line: 'connecting', attempt: 0, losses: 0, stopping: false }
  return content.length > live.text.length ? { ...live, text: content } : live
}
