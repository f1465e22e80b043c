import type {
  Feedback,
  Message,
  MessagesAnswer,
  RetryAnswer,
  SendAnswer,
  ShowVersionAnswer,
  StreamEvent,
  Usage,
} from '../../schema.ts'
import { follow, isRunning, type LineEvent, type Live, laterOf, liveOf } from './reply-stream-state.ts'

/**
 * Why a question was not taken. `failed`: it is not known whether it arrived; sent again under its id it is stored once. `replaced`: the one
 * that it stands for is not shown any more. `moved`: another version of a question was chosen elsewhere, and nothing known is asked after.
 */
export type AskProblem = 'limit' | 'busy' | 'too_many' | 'signed_out' | 'gone' | 'replaced' | 'moved' | 'failed'

/** A question on its way, or one that was not taken and is kept. */
export interface Outgoing {
  clientId: string
  content: string
  /** The earlier question of which it is another version. */
  replaces: string | null
  /** ISO 8601. */
  at: string
  /** Null while it is on its way. */
  problem: AskProblem | null
}

/** All that a screen knows of a conversation. */
export interface Talk {
  /** What is stored on the shown path, by its place. */
  messages: readonly Message[]
  /** The number of that path. */
  path: number
  /** Whether the conversation is known to show another path by now, which is to be read. */
  behind: boolean
  /** The question of which another version was chosen, until it is shown. */
  switching: string | null
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
  | { type: 'switch'; id: string }
  | { type: 'switched'; answer: ShowVersionAnswer }
  | { type: 'switchFailed' }
  | LineEvent
  | { type: 'end'; event: StreamEvent & { type: 'end' } }
  | { type: 'rated'; id: string; feedback: Feedback | null }
  | { type: 'stop' }
  | { type: 'stopped'; message: Message }

/** A conversation as it was loaded. */
export const openTalk = (page: MessagesAnswer, usage: Usage): Talk => takePage({ ...emptyTalk, path: page.path, usage }, page)

const emptyTalk = {
  messages: [],
  behind: false,
  switching: null,
  before: null,
  older: 'idle',
  outgoing: null,
  retrying: null,
  live: null,
  gone: false,
} as const

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
      return takeOlder({ ...talk, older: 'idle' }, event.page)
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
    case 'switch':
      return { ...talk, switching: event.id }
    case 'switched':
      return takePage({ ...talk, switching: null }, event.answer.error === null ? event.answer.page : null)
    case 'switchFailed':
      return { ...talk, switching: null }
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

/** The newest page: it is right about everything from its first message to its last, and of a newer path about all that follows. */
function takePage(talk: Talk, newest: MessagesAnswer | null): Talk {
  // read before the path changed
  if (!newest || newest.path < talk.path) return talk
  const { messages: page, path, before } = newest
  const first = page[0]?.seq ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.seq ?? 0
  // it may have been read before what came since
  const newer = path > talk.path ? [] : talk.messages.filter(({ seq }) => seq > last)
  const older = talk.messages.filter(({ seq }) => seq < first)
  // does it follow on what is here? Else there is a gap between, and what is older is read again when it is wanted. Before a message that is
  // on two paths, both are the same
  const joins = before !== null && talk.messages.some(({ id }) => page.some((other) => other.id === id))
  const messages = [...(joins ? older : []), ...page.map((message) => laterOf(message, talk.messages)), ...newer]
  return {
    ...talk,
    messages,
    path,
    behind: false,
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

/** What names all versions of a question, also of one that has no other yet. */
export const versionsOf = ({ id, version }: Pick<Message, 'id' | 'version'>) => version?.of ?? id

/** A page of what is older, unless it is of another path than what it would precede. */
function takeOlder(talk: Talk, page: MessagesAnswer): Talk {
  if (page.path !== talk.path) return { ...talk, behind: true }
  return { ...talk, before: page.before, messages: withMessages(talk.messages, page.messages) }
}

function takeAnswer(talk: Talk, { clientId, answer }: { clientId: string; answer: SendAnswer }): Talk {
  if (answer.error === 'limit_reached') return refuse({ ...talk, usage: answer.usage }, clientId, 'limit')
  if (answer.error !== null) return refuse(talk, clientId, answer.error)
  const mine = talk.outgoing?.clientId === clientId ? talk.outgoing : null
  const rest = { ...talk, outgoing: mine ? null : talk.outgoing, usage: answer.usage }
  const replaced = talk.messages.find(({ id }) => id === mine?.replaces)
  // what was not shown any more could not be replaced: help is then stored as a question of its own
  if (replaced && answer.question.version?.of !== versionsOf(replaced)) return leftBehind(rest, null)
  // another version is one path on
  if (answer.path !== talk.path + (replaced ? 1 : 0)) return leftBehind(rest, answer.path)
  const kept = talk.messages.filter(({ seq }) => seq < (replaced?.seq ?? Number.POSITIVE_INFINITY))
  const messages = withMessages(kept, [answer.question, laterOf(answer.reply, talk.messages)])
  return { ...rest, messages, path: answer.path, live: liveOf(messages, talk.live) }
}

/** Takes nothing of an answer that is on another path; a later one is to be read, as is what is not shown by now (null). */
const leftBehind = (talk: Talk, path: number | null): Talk => ({
  ...talk,
  behind: talk.behind || path === null || path > talk.path,
})

function refuse(talk: Talk, clientId: string, problem: AskProblem): Talk {
  const { outgoing } = talk
  if (outgoing?.clientId !== clientId) return talk
  // with nothing left to stand for, it is a question of its own
  return { ...talk, outgoing: { ...outgoing, problem, replaces: problem === 'replaced' ? null : outgoing.replaces } }
}

function takeRetry(talk: Talk, { id, answer }: { id: string; answer: RetryAnswer }): Talk {
  if (answer.error === 'limit_reached') return { ...talk, retrying: null, usage: answer.usage }
  if (answer.error !== null) return { ...talk, retrying: null }
  if (answer.path !== talk.path) return leftBehind({ ...talk, retrying: null, usage: answer.usage }, answer.path)
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
