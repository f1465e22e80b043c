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
import {
  isRunning,
  newerOf,
  type ReplyStreamEvent,
  type StreamingReply,
  streamingReplyOf,
  streamingReplyReducer,
} from './reply-stream-state.ts'

/**
 * Why a question was not taken. `failed`: it is not known whether it arrived; sent again under its id it is stored once. `replaced`: the one
 * that it stands for is not shown any more. `moved`: another version of a question was chosen elsewhere, and nothing known is asked after.
 */
export type SendError = 'limit' | 'busy' | 'too_many' | 'signed_out' | 'gone' | 'replaced' | 'moved' | 'failed'

/** A question on its way, or one that was not taken and is kept. */
export interface PendingMessage {
  clientId: string
  content: string
  /** The earlier question of which it is another version. */
  replaces: string | null
  /** ISO 8601. */
  at: string
  /** Null while it is on its way. */
  problem: SendError | null
}

/** All that a screen knows of a conversation. */
export interface ConversationState {
  /** What is stored on the shown path, by its place. */
  messages: readonly Message[]
  /** The number of that path. */
  path: number
  /** Whether the conversation is known to show another path by now, which is to be read. */
  isStale: boolean
  /** The question of which another version was chosen, until it is shown. */
  switching: string | null
  /** The cursor of what is older; null when this is all. */
  before: string | null
  older: 'idle' | 'loading' | 'failed'
  outgoing: PendingMessage | null
  /** The reply that a new one is asked for. */
  retrying: string | null
  live: StreamingReply | null
  usage: Usage
  /** Whether it was removed, elsewhere or in the history, since it was read. */
  isDeleted: boolean
}

export type ConversationEvent =
  | { type: 'page'; page: MessagesAnswer }
  | { type: 'deleted' }
  | { type: 'older' }
  | { type: 'olderLoaded'; page: MessagesAnswer }
  | { type: 'olderFailed' }
  | { type: 'send'; outgoing: PendingMessage }
  | { type: 'sendSucceeded'; clientId: string; answer: SendAnswer }
  | { type: 'refused'; clientId: string; problem: SendError }
  | { type: 'restoreUnsent'; outgoing: PendingMessage }
  | { type: 'discardUnsent' }
  | { type: 'retry'; id: string }
  | { type: 'retried'; id: string; answer: RetryAnswer }
  | { type: 'retryFailed' }
  | { type: 'switch'; id: string }
  | { type: 'switched'; answer: ShowVersionAnswer }
  | { type: 'switchFailed' }
  | ReplyStreamEvent
  | { type: 'end'; event: StreamEvent & { type: 'end' } }
  | { type: 'rated'; id: string; feedback: Feedback | null }
  | { type: 'stop' }
  | { type: 'stopped'; message: Message }

/** A conversation as it was loaded. */
export const initialConversation = (page: MessagesAnswer, usage: Usage): ConversationState =>
  mergePage({ ...emptyConversation, path: page.path, usage }, page)

const emptyConversation = {
  messages: [],
  isStale: false,
  switching: null,
  before: null,
  older: 'idle',
  outgoing: null,
  retrying: null,
  live: null,
  isDeleted: false,
} as const

/** What becomes of a conversation by what happens. Pure: the same event twice changes nothing the second time. */
export function conversationReducer(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'page':
      return mergePage(state, event.page)
    case 'deleted':
      return markDeleted(state)
    case 'older':
      return { ...state, older: 'loading' }
    case 'olderLoaded':
      return prependPage({ ...state, older: 'idle' }, event.page)
    case 'olderFailed':
      return { ...state, older: 'failed' }
    case 'send':
      return { ...state, outgoing: event.outgoing }
    case 'restoreUnsent':
      return state.outgoing || isStored(state.messages, event.outgoing) ? state : { ...state, outgoing: event.outgoing }
    case 'sendSucceeded':
      return applySend(state, event)
    case 'refused':
      return refuse(state, event.clientId, event.problem)
    case 'discardUnsent':
      return state.outgoing?.problem ? { ...state, outgoing: null } : state
    case 'retry':
      return { ...state, retrying: event.id }
    case 'retried':
      return applyRetry(state, event)
    case 'retryFailed':
      return { ...state, retrying: null }
    case 'switch':
      return { ...state, switching: event.id }
    case 'switched':
      return mergePage({ ...state, switching: null }, event.answer.error === null ? event.answer.page : null)
    case 'switchFailed':
      return { ...state, switching: null }
    case 'end':
      return finishReply({ ...state, usage: event.event.usage }, event.event.message)
    case 'rated':
      return { ...state, messages: state.messages.map((one) => (one.id === event.id ? withFeedback(one, event.feedback) : one)) }
    case 'stop':
      return state.live ? { ...state, live: { ...state.live, isStopping: true } } : state
    case 'stopped':
      // a slower process may still be writing: its stream says when it has ended
      return isRunning(event.message) ? state : finishReply(state, event.message)
    default:
      return state.live?.id === event.id ? { ...state, live: streamingReplyReducer(state.live, event) } : state
  }
}

/** The newest page: it is right about everything from its first message to its last, and of a newer path about all that follows. */
function mergePage(state: ConversationState, newestPage: MessagesAnswer | null): ConversationState {
  // read before the path changed
  if (!newestPage || newestPage.path < state.path) return state
  const { messages: page, path, before } = newestPage
  const first = page[0]?.seq ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.seq ?? 0
  // it may have been read before what came since
  const newer = path > state.path ? [] : state.messages.filter(({ seq }) => seq > last)
  const older = state.messages.filter(({ seq }) => seq < first)
  // does it follow on what is here? Else there is a gap between, and what is older is read again when it is wanted. Before a message that is
  // on two paths, both are the same
  const isContiguous = before !== null && state.messages.some(({ id }) => page.some((other) => other.id === id))
  const messages = [...(isContiguous ? older : []), ...page.map((message) => newerOf(message, state.messages)), ...newer]
  return {
    ...state,
    messages,
    path,
    isStale: false,
    before: isContiguous ? state.before : before,
    outgoing: isStored(messages, state.outgoing) ? null : state.outgoing,
    live: streamingReplyOf(messages, state.live),
    isDeleted: false,
  }
}

/** Nothing comes any more: what was read stays, and a reply is as long as it had grown. */
function markDeleted(state: ConversationState): ConversationState {
  const { live } = state
  const messages = state.messages.map((message) => (message.id === live?.id ? { ...message, content: live.text } : message))
  return { ...state, messages, live: null, isDeleted: true }
}

const isStored = (messages: readonly Message[], outgoing: PendingMessage | null) =>
  messages.some(({ clientId }) => clientId !== null && clientId === outgoing?.clientId)

/** What names all versions of a question, also of one that has no other yet. */
export const versionsOf = ({ id, version }: Pick<Message, 'id' | 'version'>) => version?.of ?? id

/** A page of what is older, unless it is of another path than what it would precede. */
function prependPage(state: ConversationState, page: MessagesAnswer): ConversationState {
  if (page.path !== state.path) return { ...state, isStale: true }
  return { ...state, before: page.before, messages: withMessages(state.messages, page.messages) }
}

function applySend(state: ConversationState, { clientId, answer }: { clientId: string; answer: SendAnswer }): ConversationState {
  if (answer.error === 'limit_reached') return refuse({ ...state, usage: answer.usage }, clientId, 'limit')
  if (answer.error !== null) return refuse(state, clientId, answer.error)
  const pending = state.outgoing?.clientId === clientId ? state.outgoing : null
  const next = { ...state, outgoing: pending ? null : state.outgoing, usage: answer.usage }
  const editedMessage = state.messages.find(({ id }) => id === pending?.replaces)
  // what was not shown any more could not be replaced: help is then stored as a question of its own
  if (editedMessage && answer.question.version?.of !== versionsOf(editedMessage)) return markStale(next, null)
  // another version is one path on
  if (answer.path !== state.path + (editedMessage ? 1 : 0)) return markStale(next, answer.path)
  const remaining = state.messages.filter(({ seq }) => seq < (editedMessage?.seq ?? Number.POSITIVE_INFINITY))
  const messages = withMessages(remaining, [answer.question, newerOf(answer.reply, state.messages)])
  return { ...next, messages, path: answer.path, live: streamingReplyOf(messages, state.live) }
}

/** Takes nothing of an answer that is on another path; a later one is to be read, as is what is not shown by now (null). */
const markStale = (state: ConversationState, path: number | null): ConversationState => ({
  ...state,
  isStale: state.isStale || path === null || path > state.path,
})

function refuse(state: ConversationState, clientId: string, problem: SendError): ConversationState {
  const { outgoing } = state
  if (outgoing?.clientId !== clientId) return state
  // with nothing left to stand for, it is a question of its own
  return { ...state, outgoing: { ...outgoing, problem, replaces: problem === 'replaced' ? null : outgoing.replaces } }
}

function applyRetry(state: ConversationState, { id, answer }: { id: string; answer: RetryAnswer }): ConversationState {
  if (answer.error === 'limit_reached') return { ...state, retrying: null, usage: answer.usage }
  if (answer.error !== null) return { ...state, retrying: null }
  if (answer.path !== state.path) return markStale({ ...state, retrying: null, usage: answer.usage }, answer.path)
  const remaining = state.messages.filter((message) => message.id !== id)
  const messages = withMessages(remaining, [answer.reply])
  return { ...state, retrying: null, messages, live: streamingReplyOf(messages, state.live), usage: answer.usage }
}

/** A reply as it stays. What was shown may have been longer: the stored text holds. */
function finishReply(state: ConversationState, message: Message): ConversationState {
  if (!state.messages.some(({ id }) => id === message.id)) return state
  const messages = withMessages(state.messages, [message])
  return { ...state, messages, live: streamingReplyOf(messages, state.live) }
}

function withFeedback({ feedback: _, ...message }: Message, feedback: Feedback | null): Message {
  return feedback ? { ...message, feedback } : message
}

/** Both lists as one, by place; of a message in both, the one that comes. */
function withMessages(existing: readonly Message[], incoming: readonly Message[]): Message[] {
  const ids = new Set(incoming.map(({ id }) => id))
  return [...existing.filter(({ id }) => !ids.has(id)), ...incoming].sort((one, other) => one.seq - other.seq)
}
