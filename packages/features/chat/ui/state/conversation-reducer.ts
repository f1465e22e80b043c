import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import type {
  Feedback,
  Message,
  MessagesResult,
  RetryResult,
  SendResult,
  ShowVersionResult,
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

/** `failed`: delivery is unknown, and a resend is idempotent. `replaced`: the question is not shown any more. */
export type SendError = 'limit' | 'busy' | 'too_many' | 'signed_out' | 'gone' | 'replaced' | 'moved' | 'failed'

export interface PendingMessage {
  clientId: string
  content: string
  replaces: string | null
  at: string
  /** Null while sending. */
  problem: SendError | null
}

export interface ConversationState {
  /** Shown path, ordered by `seq`. */
  messages: readonly Message[]
  path: number
  /** Whether the server shows another path, so that a refetch is needed. */
  isStale: boolean
  /** Id of the question whose version is being switched. */
  switching: string | null
  before: string | null
  older: 'idle' | 'loading' | 'failed'
  outgoing: PendingMessage | null
  retrying: string | null
  live: StreamingReply | null
  usage: Usage
  isDeleted: boolean
}

export type ConversationEvent =
  | { type: 'page'; page: MessagesResult }
  | { type: 'usage'; usage: Usage }
  | { type: 'deleted' }
  | { type: 'older' }
  | { type: 'olderLoaded'; page: MessagesResult }
  | { type: 'olderFailed' }
  | { type: 'send'; outgoing: PendingMessage }
  | { type: 'sendSucceeded'; clientId: string; answer: SendResult }
  | { type: 'refused'; clientId: string; problem: SendError }
  | { type: 'restoreUnsent'; outgoing: PendingMessage }
  | { type: 'discardUnsent' }
  | { type: 'retry'; id: string }
  | { type: 'retried'; id: string; answer: RetryResult }
  | { type: 'retryFailed' }
  | { type: 'switch'; id: string }
  | { type: 'switched'; answer: ShowVersionResult }
  | { type: 'switchFailed' }
  | ReplyStreamEvent
  | { type: 'end'; event: StreamEvent & { type: 'end' } }
  | { type: 'rated'; id: string; feedback: Feedback | null }
  | { type: 'stop' }
  | { type: 'stopped'; message: Message }

export const initialConversation = (page: MessagesResult, usage: Usage): ConversationState =>
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

/** Idempotent: applying an event twice has no further effect. */
export function conversationReducer(state: ConversationState, event: ConversationEvent): ConversationState {
  switch (event.type) {
    case 'page':
      return mergePage(state, event.page)
    case 'usage':
      return { ...state, usage: event.usage }
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
      // a slower process may still be writing; its stream will report the end
      return isRunning(event.message) ? state : finishReply(state, event.message)
    default:
      return state.live?.id === event.id ? { ...state, live: streamingReplyReducer(state.live, event) } : state
  }
}

/** The page is authoritative for its range of messages and, if its path is newer, for all later ones. */
function mergePage(state: ConversationState, newestPage: MessagesResult | null): ConversationState {
  if (!newestPage || newestPage.path < state.path) return state
  const { messages: page, path, before } = newestPage
  const first = page[0]?.seq ?? Number.POSITIVE_INFINITY
  const last = page.at(-1)?.seq ?? 0
  const newer = path > state.path ? [] : state.messages.filter(({ seq }) => seq > last)
  const older = state.messages.filter(({ seq }) => seq < first)
  // Paths agree before a shared message, so older messages stay only if the page overlaps them. Otherwise there is a gap to load.
  const isContiguous = before !== null && state.messages.some(({ id }) => page.some((other) => other.id === id))
  const merged = [...(isContiguous ? older : []), ...page.map((message) => newerOf(message, state.messages)), ...newer]
  const messages = keepUnchanged(merged, state.messages)
  const next: ConversationState = {
    ...state,
    messages,
    path,
    isStale: false,
    before: isContiguous ? state.before : before,
    outgoing: isStored(messages, state.outgoing) ? null : state.outgoing,
    live: streamingReplyOf(messages, state.live),
    isDeleted: false,
  }
  return isSame(next, state) ? state : next
}

/** A page that is read again and again mostly says the same, and must not render the messages again. */
function keepUnchanged(messages: readonly Message[], existing: readonly Message[]): readonly Message[] {
  const byId = new Map(existing.map((message) => [message.id, message]))
  const kept = messages.map((message) => {
    const before = byId.get(message.id)
    return before && JSON.stringify(before) === JSON.stringify(message) ? before : message
  })
  return kept.length === existing.length && kept.every((message, index) => message === existing[index]) ? existing : kept
}

const isSame = (one: ConversationState, other: ConversationState) => keysOf(one).every((key) => one[key] === other[key])

/** Keeps what was read, with a running reply cut at its current text. */
function markDeleted(state: ConversationState): ConversationState {
  const { live } = state
  const messages = state.messages.map((message) => (message.id === live?.id ? { ...message, content: live.text } : message))
  return { ...state, messages, live: null, isDeleted: true }
}

const isStored = (messages: readonly Message[], outgoing: PendingMessage | null) =>
  messages.some(({ clientId }) => clientId !== null && clientId === outgoing?.clientId)

export const versionsOf = ({ id, version }: Pick<Message, 'id' | 'version'>) => version?.of ?? id

/** Discards a page of another path. */
function prependPage(state: ConversationState, page: MessagesResult): ConversationState {
  if (page.path !== state.path) return { ...state, isStale: true }
  return { ...state, before: page.before, messages: withMessages(state.messages, page.messages) }
}

function applySend(state: ConversationState, { clientId, answer }: { clientId: string; answer: SendResult }): ConversationState {
  if (answer.error === 'limit_reached') return refuse({ ...state, usage: answer.usage }, clientId, 'limit')
  if (answer.error !== null) return refuse(state, clientId, answer.error)
  const pending = state.outgoing?.clientId === clientId ? state.outgoing : null
  const next = { ...state, outgoing: pending ? null : state.outgoing, usage: answer.usage }
  const editedMessage = state.messages.find(({ id }) => id === pending?.replaces)
  // help for an edit of a hidden question is stored as a new question
  if (editedMessage && answer.question.version?.of !== versionsOf(editedMessage)) return markStale(next, null)
  if (answer.path !== state.path + (editedMessage ? 1 : 0)) return markStale(next, answer.path)
  const remaining = state.messages.filter(({ seq }) => seq < (editedMessage?.seq ?? Number.POSITIVE_INFINITY))
  const messages = withMessages(remaining, [answer.question, newerOf(answer.reply, state.messages)])
  return { ...next, messages, path: answer.path, live: streamingReplyOf(messages, state.live) }
}

/** Discards a response of another path. Null means that its path is not shown. */
const markStale = (state: ConversationState, path: number | null): ConversationState => ({
  ...state,
  isStale: state.isStale || path === null || path > state.path,
})

function refuse(state: ConversationState, clientId: string, problem: SendError): ConversationState {
  const { outgoing } = state
  if (outgoing?.clientId !== clientId) return state
  return { ...state, outgoing: { ...outgoing, problem, replaces: problem === 'replaced' ? null : outgoing.replaces } }
}

function applyRetry(state: ConversationState, { id, answer }: { id: string; answer: RetryResult }): ConversationState {
  if (answer.error === 'limit_reached') return { ...state, retrying: null, usage: answer.usage }
  if (answer.error !== null) return { ...state, retrying: null }
  const { question, reply, path, usage } = answer
  const next = { ...state, retrying: null, usage }
  if (path !== state.path + (question ? 1 : 0)) return markStale(next, path)
  const shown = question && state.messages.find((message) => versionsOf(message) === question.version?.of)
  const remaining = state.messages.filter((message) => (shown ? message.seq < shown.seq : message.id !== id))
  const messages = withMessages(remaining, question ? [question, reply] : [reply])
  return { ...next, messages, path, live: streamingReplyOf(messages, state.live) }
}

/** The stored text replaces the shown one, which may be longer. */
function finishReply(state: ConversationState, message: Message): ConversationState {
  if (!state.messages.some(({ id }) => id === message.id)) return state
  const messages = withMessages(state.messages, [message])
  return { ...state, messages, live: streamingReplyOf(messages, state.live) }
}

function withFeedback({ feedback: _, ...message }: Message, feedback: Feedback | null): Message {
  return feedback ? { ...message, feedback } : message
}

function withMessages(existing: readonly Message[], incoming: readonly Message[]): Message[] {
  const ids = new Set(incoming.map(({ id }) => id))
  return [...existing.filter(({ id }) => !ids.has(id)), ...incoming].sort((one, other) => one.seq - other.seq)
}
