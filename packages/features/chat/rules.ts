import { cutText } from '@duo/platform/shared/text/graphemes.ts'
import { replaceLoneSurrogates } from '@duo/platform/shared/text/lone-surrogate.ts'
import type { TokenUsage } from '../billing/schema.ts'

/** Of a question to an agent: the turns before, which the page sends along. */

export const messageMaxLength = 4_000

export const messageNearLimit = 3_600

/** A person shortens a text of this length by hand; of a longer one the field takes the first part. */
export const fieldMaxLength = 2 * messageMaxLength

export const titleMaxLength = 120

/** Pinned conversations, which the first page of the list shows in addition. */
export const maxPinned = 10

export const messagesPerPage = 50

export const conversationsPerPage = 20

export const searchMaxLength = 100

/** Per user, across all conversations. */
export const maxRunningReplies = 3

export const reasonMaxLength = 500

export const removedDays = 7

export const sendLimit = { name: 'chat_send', points: 20, seconds: 60 }

export const chatLimit = { name: 'chat', points: 600, seconds: 60 }

/** Returns the message as stored: trimmed and in Unicode NFC, so that search finds it. */
export const normalizeMessage = (typed: string) => toStorableText(typed).normalize('NFC').trim()

/** Replaces NUL and lone surrogates, which Postgres cannot store. The length stays the same. */
export const toStorableText = (text: string) => replaceLoneSurrogates(text).replaceAll('\0', '\uFFFD')

export const maxHistoryMessages = 20
export const maxHistoryLength = 12_000

/** The most notes that a reply can cite. */
export const maxNotes = 60

/** Characters of notes in a model's prompt: all notes of a bundled agent, about 4,500 tokens. */
export const maxNotesLength = 24_000

export const maxReplyTokens = 1_024

/** Characters; as many as are shown as Markdown. Far more than `maxReplyTokens` of any language. */
export const maxReplyLength = 20_000

/** Characters after which a model is cut off that should write this many tokens at most. */
export const longestText = (tokens: number) => Math.ceil((maxReplyLength * tokens) / maxReplyTokens)

/** Characters of the messages on one page, whose HTML is also bounded. */
export const maxPageLength = 120_000

export const messagePreview = (content: string, maxLength = 160) =>
  toStorableText(cutText(content, maxLength)).replace(/\s+/g, ' ').trim()

export const isQuotaExhausted = ({ used, limit }: Pick<TokenUsage, 'used' | 'limit'>) => limit !== 'unlimited' && used >= limit

/** Returns true for replies of the model or the offline engine. Fallback texts and crisis help cannot be rated. */
export const isRateable = ({ origin, content }: { origin: string | null; content: string }) =>
  (origin === 'model' || origin === 'offline') && content !== ''

/** Returns true for what a retry keeps: text written for the question, also if it broke off. Not fallback texts and crisis help. */
export const isAnswer = ({ origin, content }: { origin: string | null; content: string }) =>
  origin !== 'fallback' && origin !== 'help' && content.trim() !== ''

/** Returns false for a reply that is shorter than meant, or the text of a failure. */
export const isComplete = ({ status, origin }: { status: string; origin: string | null }) =>
  status === 'done' && origin !== 'fallback'

/** Returns true for the text of a failure, and for a reply that broke off because the model failed. */
export const isModelFailure = ({ status, origin }: { status: string; origin: string | null }) =>
  origin === 'fallback' || status === 'failed'

export const maxSharedPairs = 200

export const shareLimit = { name: 'chat_share', points: 30, seconds: 3_600 }

export const sharedLimit = { name: 'chat_shared', points: 120, seconds: 60 }

/** One-question answers without an account, per network. */
export const askLimit = { name: 'chat_ask', points: 5, sitePoints: 20, seconds: 3_600 }

/** Questions about Duo without an account, per network and day; those that follow on count too. */
export const guideLimit = { name: 'chat_guide', points: 10, sitePoints: 40, seconds: 86_400 }

export const sharedPath = (token: string) => `/shared/${token}`

/** Removes the citations (`[1]`) for copying, reading aloud, searching and prompting. */
export const withoutCitations = (text: string, sourceCount = maxNotes) =>
  text.replace(/[^\S\n]?\[(\d{1,2})\]/g, (citation, number: string) => (Number(number) <= sourceCount ? '' : citation))

const maxNextQuestions = 3
const maxNextQuestionLength = 120

export const nextQuestions = (questions: readonly string[]): string[] =>
  questions
    .map(toStorableText)
    .filter(({ length }) => length > 0 && length <= maxNextQuestionLength)
    .slice(0, maxNextQuestions)

/** Earlier questions that a visitor's browser sends along, so that "and when?" can be answered. Nothing of them is stored. */
export const maxTurns = 6

/** Characters of one earlier reply, the rest of which says nothing about what was meant. */
export const maxTurnLength = 2_000
