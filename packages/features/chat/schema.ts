import { locales } from '@duo/platform/shared/locale.ts'
import { z } from 'zod'
import type { TokenUsage } from '../billing/schema.ts'
import { messageMaxLength, normalizeMessage, reasonMaxLength, searchMaxLength, titleMaxLength } from './rules.ts'

const id = z.uuid('invalid')
const language = z.enum(locales, 'invalid_language')

// the cap comes before the tidying, which may shorten: nobody should send a megabyte to have it trimmed
const content = z
  .string('message_required')
  .max(messageMaxLength * 2, 'message_too_long')
  .transform(normalizeMessage)
  .pipe(z.string().min(1, 'message_required').max(messageMaxLength, 'message_too_long'))

export const startInput = z.object({ agentId: id })
export const conversationInput = z.object({ id, language })
export const messagesInput = z.object({
  conversationId: id,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'invalid')
    .nullable(),
})
export const sendInput = z.object({
  conversationId: id,
  clientId: id,
  content,
  /** The path that the sender sees; without it the question goes to the one that is shown. */
  path: z.int('invalid').min(0, 'invalid').optional(),
})
export const streamInput = z.object({ messageId: id, lastEventId: z.string().max(20).nullish() })
export const messageInput = z.object({ messageId: id })
export const editInput = z.object({ messageId: id, clientId: id, content })
export const conversationIdInput = z.object({ id })
export const rateInput = z.object({
  messageId: id,
  vote: z.enum(['up', 'down'], 'invalid').nullable(),
  /** Why; kept for a thumb down only. */
  reason: z
    .string('invalid')
    .max(reasonMaxLength * 2, 'reason_too_long')
    .transform((typed) => normalizeMessage(typed) || null)
    .pipe(z.string().max(reasonMaxLength, 'reason_too_long').nullable())
    .nullable(),
})
export const renameInput = z.object({
  id,
  title: z
    .string('title_required')
    .max(titleMaxLength * 2, 'title_too_long')
    .transform((typed) => normalizeMessage(typed).replace(/\s+/g, ' '))
    .pipe(z.string().min(1, 'title_required').max(titleMaxLength, 'title_too_long')),
})
/** Anything that is no token leads to the same answer as one that is no link. */
export const sharedInput = z.object({ token: z.string().max(200), language })
export const listInput = z.object({
  search: z.string().max(searchMaxLength, 'invalid').transform(normalizeMessage),
  // when, in milliseconds, and which
  cursor: z
    .string()
    .regex(/^\d{1,14}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'invalid')
    .nullable(),
  language,
})

/** Whom one talks with, as the screens see it: what the agent is told about itself stays on the server (decision 0021). */
export interface ChatAgent {
  id: string
  slug: string
  name: string
  description: string
  voice_description: string
  /** The deep and the bright voice of the persona. */
  colors: [string, string]
  /** When and where. */
  lived: string
  starters: string[]
  /** `base` leads to its other sizes (marketplace/rules.ts). */
  picture: { src: string; width: number; height: number; alt: string; base: string } | null
}

/** A work or letter that a reply rests on. */
export interface Source {
  /** The note's title. */
  title: string
  source: string
}

/**
 * `waiting`: nothing of it is there yet · `streaming`: it grows · `done` · `stopped`: by the person · `interrupted`: the server that
 * wrote it went away · `failed`: the model broke off in the middle.
 */
export type MessageStatus = 'done' | 'waiting' | 'streaming' | 'stopped' | 'interrupted' | 'failed'

/**
 * Where a reply comes from: the model, the embedded engine, a stand-in line because both failed, or the help text for a person in distress;
 * null for a person's message.
 */
export type ReplyOrigin = 'model' | 'offline' | 'fallback' | 'help'

/** Why a reply is a fallback or broke off; `resting`: the notes answered because the model is left alone after failures. */
export type ReplyFailure = 'empty' | 'quota' | 'other' | 'resting'

/** What the person thinks of a reply. */
export interface Feedback {
  vote: 'up' | 'down'
  /** Why, in their words; for a thumb down only. */
  reason: string | null
}

export interface RateAnswer {
  feedback: Feedback | null
}

/** Which version of a question one is. */
export interface Version {
  /** The first version's id, which names them all. */
  of: string
  /** From 1. */
  number: number
  count: number
  previous: string | null
  next: string | null
}

export interface Message {
  id: string
  /** Its place in the conversation: it grows, and has gaps. */
  seq: number
  role: 'user' | 'assistant'
  /** Of a reply that grows: as much as is stored. `content.length` is then the `lastEventId` to follow it from. */
  content: string
  /** ISO 8601. */
  created_at: string
  /** The id that the sender's browser gave it; null for replies. */
  clientId: string | null
  status: MessageStatus
  origin: ReplyOrigin | null
  problem: ReplyFailure | null
  /** In the order of the numbers in `content`, where it has citations (`[1]`). */
  sources: Source[]
  /** Questions that lead on from it, three at most. */
  next: string[]
  /** What it counts against the plan, question and answer together; null while it grows and where nothing was counted, as for what the notes say. */
  tokens: number | null
  /** Absent where the person has not voted. */
  feedback?: Feedback
  /** Of a question that was edited; absent where it is the only version. */
  version?: Version
}

/** Chat tokens of this month against the plan. */
export type Usage = TokenUsage

export interface StartAnswer {
  conversation: { id: string; agent_id: string; title: string }
}

export interface ConversationAnswer {
  conversation: { id: string; agent_id: string; title: string; created_at: string; agent: ChatAgent }
  /** The reply that is being written, to follow at once; null when none is. */
  running: string | null
  usage: Usage
}

export interface MessagesAnswer {
  /** Oldest first. */
  messages: Message[]
  /** The number of the path that these are on. It grows with each edit and each choice of a version: messages of different ones do not mix. */
  path: number
  /** The cursor of the page before; null when this is the first one. */
  before: string | null
}

/** Why nothing was asked. */
export type SendRefusal = { error: 'limit_reached'; usage: Usage } | { error: 'busy'; replyId: string }
/** `path`: on which both are; null when another version of a question is shown by now. `moved`: the conversation shows another path than the sender saw. */
export type SendAnswer =
  | { error: null; question: Message; reply: Message; path: number | null; usage: Usage }
  | SendRefusal
  | { error: 'moved' }
/** `not_last`: the conversation went on meanwhile. */
export type RetryAnswer = { error: null; reply: Message; path: number; usage: Usage } | SendRefusal | { error: 'not_last' }
/** The newest page. `busy`: a reply is being written. `not_beside`: an earlier question shows a version that this one does not belong to. */
export type ShowVersionAnswer =
  | { error: null; page: MessagesAnswer }
  | { error: 'busy'; replyId: string }
  | { error: 'not_beside' }
export interface StopAnswer {
  message: Message
}

/** What a stream carries. The id of an event is the length of the text up to its end: whoever gives it back goes on exactly there. */
export type StreamEvent = { type: 'text'; text: string } | { type: 'end'; message: Message; usage: Usage }

export interface RenameAnswer {
  conversation: { id: string; title: string }
}

/** `token`: the end of the link's address, which nothing returns again. */
export type ShareAnswer = { error: null; token: string; sharedAt: string } | { error: 'nothing_to_share' }

export interface ShareStateAnswer {
  /** ISO 8601; null where there is no link. */
  sharedAt: string | null
}

/** What a public link shows. */
export interface SharedAnswer {
  agent: ChatAgent
  /** Oldest first. */
  pairs: { id: string; question: string; answer: string; sources: Source[] }[]
  /** Whether older ones are left out. */
  isCut: boolean
  /** ISO 8601. */
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
  /** How its first question begins; null where that was a person's in distress. */
  question: string | null
  agent: ListedAgent
  /** How its last message begins. */
  last: string
  /** ISO 8601. */
  updated_at: string
}

export interface ListAnswer {
  /** The one that was last written in first. */
  conversations: ListedConversation[]
  cursor: string | null
}
