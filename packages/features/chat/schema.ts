import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import type { ReplySource } from '@duo/engine/reply-input.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { z } from 'zod'
import type { TokenUsage } from '../billing/schema.ts'
import { messageMaxLength, normalizeMessage, reasonMaxLength, searchMaxLength, titleMaxLength } from './rules.ts'

const id = z.uuid('invalid')
export const language = z.enum(locales, 'invalid_language')

/** The limit comes before normalizing, which may shorten the text: no one should upload a megabyte to have it trimmed. */
export const content = z
  .string('message_required')
  .max(messageMaxLength * 2, 'message_too_long')
  .transform(normalizeMessage)
  .pipe(z.string().refine(hasVisibleText, 'message_required').max(messageMaxLength, 'message_too_long'))

export const startInput = z.object({ agentId: id })
export const conversationInput = z.object({ id, language })
export const messagesInput = z.object({
  conversationId: id,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'invalid')
    .nullable(),
  /** Whether replies come with `html`, for pages that show them without a Markdown parser. */
  rendered: z.boolean('invalid').default(false),
})
export const sendInput = z.object({
  conversationId: id,
  clientId: id,
  content,
  /** The path shown to the sender. Without it, the question goes to the current path. */
  path: z.int('invalid').min(0, 'invalid').optional(),
})
export const streamInput = z.object({ messageId: id, lastEventId: z.string().max(20).nullish() })
/** With `lastEventId`, a repetition of the same question goes on after that event. */
export const sendAndStreamInput = sendInput.extend({ lastEventId: z.string('invalid').max(20, 'invalid').nullish() })
export const messageInput = z.object({ messageId: id })
/** From `notes`, the offline engine replies, free of charge. */
export const retryInput = messageInput.extend({ from: z.enum(['notes'], 'invalid').optional() })
export const editInput = z.object({ messageId: id, clientId: id, content })
export const conversationIdInput = z.object({ id })
export const rateInput = z.object({
  messageId: id,
  vote: z.enum(['up', 'down'], 'invalid').nullable(),
  reason: z
    .string('invalid')
    .max(reasonMaxLength * 2, 'reason_too_long')
    .transform((typed) => (hasVisibleText(typed) ? normalizeMessage(typed) : null))
    .pipe(z.string().max(reasonMaxLength, 'reason_too_long').nullable())
    .nullable(),
})
export const renameInput = z.object({
  id,
  title: z
    .string('title_required')
    .max(titleMaxLength * 2, 'title_too_long')
    .transform((typed) => normalizeMessage(typed).replace(/\s+/g, ' '))
    .pipe(z.string().refine(hasVisibleText, 'title_required').max(titleMaxLength, 'title_too_long')),
})
export const pinInput = z.object({ id, pinned: z.boolean('invalid') })
export const archiveInput = z.object({ id, archived: z.boolean('invalid') })
export const sharedInput = z.object({ token: z.string().max(200), language })
export const listInput = z.object({
  search: z.string().max(searchMaxLength, 'invalid').transform(normalizeMessage),
  /** Unix ms and id of the last conversation. */
  cursor: z
    .string()
    .regex(/^\d{1,14}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'invalid')
    .nullable(),
  language,
  /** The archive instead of the list. A search covers both. */
  archived: z.boolean('invalid').default(false),
})

/** The agent as browsers see it. Its prompt stays on the server (decision 0021). */
export interface ChatAgent {
  id: string
  slug: string
  name: string
  description: string
  voice_description: string
  colors: [string, string]
  lived: string
  starters: string[]
  picture: { src: string; width: number; height: number; alt: string; base: string } | null
}

/** Why a reply is about distress: its kind, or `over` in help that ends. */
export type ReplyHelp = HelpKind | 'over'

export type Source = ReplySource

/** `waiting`: no text yet. `interrupted`: the server that wrote it died. `failed`: the model broke off. */
export type MessageStatus = 'done' | 'waiting' | 'streaming' | 'stopped' | 'interrupted' | 'failed'

/** `offline`: the bundled engine. `fallback`: a fixed text for a failure. `help`: crisis help. Null for questions. */
export type ReplyOrigin = 'model' | 'offline' | 'fallback' | 'help'

/** `resting`: a finished reply of the offline engine, because the circuit breakers of all endpoints are open. */
export type ReplyFailure = 'empty' | 'quota' | 'other' | 'resting'

export interface Feedback {
  vote: 'up' | 'down'
  reason: string | null
}

export interface RateResult {
  feedback: Feedback | null
}

export interface Version {
  /** Id of the first version, which identifies the group. */
  of: string
  number: number
  count: number
  previous: string | null
  next: string | null
}

export interface Message {
  id: string
  /** Position in the conversation. Grows, with gaps. */
  seq: number
  role: 'user' | 'assistant'
  /** For a running reply, the text stored so far. Its length is the `lastEventId` to subscribe from. */
  content: string
  created_at: string
  /** Chosen by the sender's browser; null for replies. */
  clientId: string | null
  status: MessageStatus
  origin: ReplyOrigin | null
  problem: ReplyFailure | null
  /** With origin `help`, what the help is about. Else the kind of distress that is possible: show a line that leads to help. */
  help?: ReplyHelp
  /** Ordered by their numbers in `content` (`[1]`). */
  sources: Source[]
  next: string[]
  /** Charged to the plan for question and answer; null while running and for replies that cost nothing. */
  tokens: number | null
  feedback?: Feedback
  version?: Version
  /** Sanitised HTML of `content`, if asked for. Null for a reply that is shown as plain text. */
  html?: string | null
  /** Signed note (JWS, docs/api.md) of a finished machine-made reply; absent for texts by people. */
  provenance?: string
}

export type Usage = TokenUsage
export interface StartResult {
  conversation: { id: string; agent_id: string; title: string }
}

export interface ConversationResult {
  conversation: { id: string; agent_id: string; title: string; created_at: string; agent: ChatAgent }
  running: string | null
  usage: Usage
}

export interface MessagesResult {
  messages: Message[]
  /** Grows with each edit and version switch. Never mix messages of different paths. */
  path: number
  before: string | null
}

export type SendRefusal = { error: 'limit_reached'; usage: Usage } | { error: 'busy'; replyId: string }
/** `path` is null, or the refusal is `moved`, if the conversation now shows another version. */
export type SendResult =
  | { error: null; question: Message; reply: Message; path: number | null; usage: Usage }
  | SendRefusal
  | { error: 'moved' }
/** `question` is the version that was added to keep the earlier answer; absent if the reply replaces one without an answer. */
export type RetryResult =
  | { error: null; question?: Message; reply: Message; path: number; usage: Usage }
  | SendRefusal
  | { error: 'not_last' }
/** `on_other_branch`: an earlier question shows a version that this one does not belong to. */
export type ShowVersionResult =
  | { error: null; page: MessagesResult }
  | { error: 'busy'; replyId: string }
  | { error: 'on_other_branch' }
export interface StopResult {
  message: Message
}

/** An event's id is the length of the text including it: resume from there. */
export type StreamEvent = { type: 'text'; text: string } | { type: 'end'; message: Message; usage: Usage }

/** First what `chat.send` returns, then the events of its reply. A refusal is the only event. */
export type SendEvent = { type: 'sent'; answer: SendResult } | StreamEvent

export interface RenameResult {
  conversation: { id: string; title: string }
}

export type ShareResult = { error: null; token: string; sharedAt: string } | { error: 'nothing_to_share' }

export interface ShareStateResult {
  sharedAt: string | null
}

export interface SharedPair {
  id: string
  question: string
  answer: string
  /** Sanitised HTML of `answer`; null if it is shown as plain text. */
  html: string | null
  sources: Source[]
  origin: Extract<ReplyOrigin, 'model' | 'offline'>
  /** Signed note (JWS); absent until an interrupted reply is signed. */
  provenance?: string
}

export interface SharedResult {
  agent: ChatAgent
  pairs: SharedPair[]
  isCut: boolean
  sharedAt: string
}

export interface ListedAgent {
  id: string
  slug: string
  name: string
  colors: [string, string]
}

export interface ListedConversation {
  id: string
  title: string
  /** Start of the first question; null if that question got crisis help. */
  question: string | null
  agent: ListedAgent
  last: string
  updated_at: string
  pinned: boolean
  archived: boolean
}

export type PinResult = { error: null } | { error: 'too_many_pinned' }

export interface ListResult {
  conversations: ListedConversation[]
  cursor: string | null
}
