import type { Feedback, Message, MessagesAnswer, RetryAnswer, SendAnswer, StreamEvent, Usage } from './schema.ts'

/**
 * Why a question was not taken. `failed`: it is not known whether it arrived; sent again under its id it is stored once. `replaced`: the one
 * that it stands for was put away elsewhere.
 */
export type AskProblem = 'limit' | 'busy' | 'too_many' | 'signed_out' | 'gone' | 'replaced' | 'failed'

/** A question on its way, or one that was not taken and is kept. */
export interface Outgoing {
  clientId: string
  content: string
  /** The earlier question that it stands for, which it and what followed are replaced by. */
  replaces: string | null
  /** ISO 8601. */
  at: string
  /** Null while it is on its way. */
  problem: AskProblem | null
}

/** A reply that is being written. */
export interface Live {
  id: string
  text: string
  /** `lost`: nothing follows it any more; after a while the conversation is read again and the reply followed anew. */
  line: 'connecting' | 'open' | 'lost'
  /** Counts how often it was followed; a new number is a new line. */
  attempt: number
  /** Lines lost since something last came through one. */
  losses: number
  stopping: boolean
}

/** All that a screen knows of a conversation. */
export interface Talk {
  /** What is stored, by its place. */
  messages: readonly Message[]
  /** The cursor of what is older; null when this is all. */
  before: string | null
  older: 'idle' | 'loading' | 'failed'
  outgoing: Outgoing | null
  /** The reply that a new one is asked for. */
  retrying: string | null
  live: Live | null
  usage: Usage
  /** Whether it was removed, elsewhere or in the history, since it was read. */
  gone: boolean
}

export type TalkEvent =
  | { type: 'page'; page: MessagesAnswer }
  | { type: 'gone' }
  | { type: 'older' }
  | { type: 'olderCame'; page: MessagesAnswer }
  | { type: 'olderFailed' }
  | { type: 'ask'; outgoing: Outgoing }
  | { type: 'answered'; clientId: string; answer: SendAnswer }
  | { type: 'refused'; clientId: string; problem: AskProblem }
  | { type: 'unsent'; outgoing: Outgoing }
  | { type: 'giveUp' }
  | { type: 'retry'; id: string }
  | { type: 'retried'; id: string; answer: RetryAnswer }
  | { type: 'retryFailed' }
  | { type: 'line'; id: string; line: Live['line'] }
  | { type: 'follow'; id: string }
  | { type: 'text'; id: string; end: number; text: string }
  | { type: 'end'; event: StreamEvent & { type: 'end' } }
  | { type: 'rated'; id: string; feedback: Feedback | null }
  | { type: 'stop' }
  | { type: 'stopped'; message: Message }
  | { type: 'stopFailed'; id: string }

export const isRunning = ({ status }: Pick<Message, 'status'>) => status === 'waiting' || status === 'streaming'

/** A conversation as it was loaded. */
export const openTalk = (page: MessagesAnswer, usage: Usage): Talk =>
  takePage({ messages: [], before: null, older: 'idle', outgoing: null, retrying: null, live: null, usage, gone: false }, page)

/** What becomes of a conversation by what happens. Pure: the same event twice changes nothing the second time. */
export function step(talk: Talk, event: TalkEvent): Talk {
  switch (event.type) {
    case 'page':
      return takePage(talk, event.page)
    case 'gone':
      return leaveAsRead(talk)
    case 'older':
      return { ...talk, older: 'loading' }
    case 'olderCame':
      return { ...talk, older: 'idle', before: event.page.before, messages: withMessages(talk.messages, event.page.messages) }
    case 'olderFailed':
      return { ...talk, older: 'failed' }
    case 'ask':
      return { ...talk, outgoing: event.outgoing }
    case 'unsent':
      return talk.outgoing || isStored(talk.messages, event.outgoing) ? talk : { ...talk, outgoing: event.outgoing }
    case 'answered':
      return takeAnswer(talk, event)
    case 'refused':
      return refuse(talk, event.clientId, event.problem)
    case 'giveUp':
      return talk.outgoing?.problem ? { ...talk, outgoing: null } : talk
    case 'retry':
      return { ...talk, retrying: event.id }
    case 'retried':
      return takeRetry(talk, event)
    case 'retryFailed':
      return { ...talk, retrying: null }
    case 'end':
      return settle({ ...talk, usage: event.event.usage }, event.event.message)
    case 'rated':
      return { ...talk, messages: talk.messages.map((one) => (one.id === event.id ? withFeedback(one, event.feedback) : one)) }
    case 'stop':
      return talk.live ? { ...talk, live: { ...talk.live, stopping: true } } : talk
    case 'stopped':
      // a slower process may still be writing: its stream says when it has ended
      return isRunning(event.message) ? talk : settle(talk, event.message)
    default:
      return talk.live?.id === event.id ? { ...talk, live: follow(talk.live, event) } : talk
  }
}

type LineEvent = Extract<TalkEvent, { type: 'line' | 'follow' | 'text' | 'stopFailed' }>

function follow(live: Live, event: LineEvent): Live {
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

/** The newest page: it is right about everything from its first message to its last. */
function takePage(talk: Talk, { messages: page, before }: MessagesAnswer): Talk {
  const first = page[0]?.seq ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.seq ?? 0
  // it may have been read before what came since
  const newer = talk.messages.filter(({ seq }) => seq > last)
  const older = talk.messages.filter(({ seq }) => seq < first)
  // does it follow on what is here? Else there is a gap between, and what is older is read again when it is wanted
  const joins = before !== null && talk.messages.some(({ id }) => page.some((other) => other.id === id))
  const messages = [...(joins ? older : []), ...page.map((message) => laterOf(message, talk.messages)), ...newer]
  return {
    ...talk,
    messages,
    before: joins ? talk.before : before,
    outgoing: isStored(messages, talk.outgoing) ? null : talk.outgoing,
    live: liveOf(messages, talk.live),
    gone: false,
  }
}

/** Nothing comes any more: what was read stays, and a reply is as long as it had grown. */
function leaveAsRead(talk: Talk): Talk {
  const { live } = talk
  const messages = talk.messages.map((message) => (message.id === live?.id ? { ...message, content: live.text } : message))
  return { ...talk, messages, live: null, gone: true }
}

const isStored = (messages: readonly Message[], outgoing: Outgoing | null) =>
  messages.some(({ clientId }) => clientId !== null && clientId === outgoing?.clientId)

/** A reply that has ended does not grow again: an answer that says so is the older one. */
function laterOf(message: Message, known: readonly Message[]): Message {
  const mine = known.find(({ id }) => id === message.id)
  return mine && !isRunning(mine) && isRunning(message) ? mine : message
}

/** The reply that is being written, with as much of it as is known. */
function liveOf(messages: readonly Message[], live: Live | null): Live | null {
  const running = messages.findLast((message) => message.role === 'assistant' && isRunning(message))
  if (!running) return null
  const { id, content } = running
  if (live?.id !== id) return { id, text: content, line: 'connecting', attempt: 0, losses: 0, stopping: false }
  return content.length > live.text.length ? { ...live, text: content } : live
}

function takeAnswer(talk: Talk, { clientId, answer }: { clientId: string; answer: SendAnswer }): Talk {
  if (answer.error === 'limit_reached') return refuse({ ...talk, usage: answer.usage }, clientId, 'limit')
  if (answer.error === 'busy') return refuse(talk, clientId, 'busy')
  const replaced = talk.outgoing?.clientId === clientId ? talk.outgoing.replaces : null
  const from = talk.messages.find(({ id }) => id === replaced)?.seq ?? Number.POSITIVE_INFINITY
  const kept = talk.messages.filter(({ seq }) => seq < from)
  const messages = withMessages(kept, [answer.question, laterOf(answer.reply, talk.messages)])
  return {
    ...talk,
    messages,
    outgoing: talk.outgoing?.clientId === clientId ? null : talk.outgoing,
    live: liveOf(messages, talk.live),
    usage: answer.usage,
  }
}

function refuse(talk: Talk, clientId: string, problem: AskProblem): Talk {
  const { outgoing } = talk
  if (outgoing?.clientId !== clientId) return talk
  // with nothing left to stand for, it is a question of its own
  return { ...talk, outgoing: { ...outgoing, problem, replaces: problem === 'replaced' ? null : outgoing.replaces } }
}

function takeRetry(talk: Talk, { id, answer }: { id: string; answer: RetryAnswer }): Talk {
  if (answer.error === 'limit_reached') return { ...talk, retrying: null, usage: answer.usage }
  if (answer.error !== null) return { ...talk, retrying: null }
  const kept = talk.messages.filter((message) => message.id !== id)
  const messages = withMessages(kept, [answer.reply])
  return { ...talk, retrying: null, messages, live: liveOf(messages, talk.live), usage: answer.usage }
}

/** A reply as it stays. What was shown may have been longer: the stored text holds. */
function settle(talk: Talk, message: Message): Talk {
  if (!talk.messages.some(({ id }) => id === message.id)) return talk
  const messages = withMessages(talk.messages, [message])
  return { ...talk, messages, live: liveOf(messages, talk.live) }
}

function withFeedback({ feedback: _, ...message }: Message, feedback: Feedback | null): Message {
  return feedback ? { ...message, feedback } : message
}

/** Both lists as one, by place; of a message in both, the one that comes. */
function withMessages(known: readonly Message[], come: readonly Message[]): Message[] {
  const ids = new Set(come.map(({ id }) => id))
  return [...known.filter(({ id }) => !ids.has(id)), ...come].sort((one, other) => one.seq - other.seq)
}
