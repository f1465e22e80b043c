/** Longest message, in characters as JavaScript counts them. */
export const messageMaxLength = 4_000

/** From how many characters on a form shows how many are left. */
export const messageNearLimit = 3_600

/** Longest title of a conversation. */
export const titleMaxLength = 120

/** Messages on one page of a conversation. */
export const messagesPerPage = 50

/** Conversations on one page of the history. */
export const conversationsPerPage = 20

/** Longest search. */
export const searchMaxLength = 100

/** Replies that may be written for one person at the same time, in all their conversations. */
export const maxRunningReplies = 3

/** Longest word why an answer was no good. */
export const reasonMaxLength = 500

/** Days after which a removed conversation, and what an edit or a retry put away, is really erased. */
export const removedDays = 7

/** Messages that a person may send: what nobody types, a script does. */
export const sendLimit = { name: 'chat_send', points: 20, seconds: 60 }

/** Everything else that a person does in conversations. */
export const chatLimit = { name: 'chat', points: 600, seconds: 60 }

/** What a message is stored as: without blanks around it, and in one writing of each letter, so that searching finds it. */
export const normalizeMessage = (typed: string) => toStorableText(typed).normalize('NFC').trim()

/** Text as Postgres can keep it: no NUL, no half of a surrogate pair. Its length stays the same. */
export const toStorableText = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** How many messages before the question the model hears, and how many characters of them. */
export const maxHistoryMessages = 20
export const maxHistoryLength = 12_000

/** Notes that a reply may rest on. */
export const maxNotes = 5

/** Most tokens of a reply. */
export const maxReplyTokens = 1_024

/** Longest reply, in characters, whatever a model sends. */
export const maxReplyLength = 400_000

/** How a message begins, for the list of conversations. */
export const messagePreview = (content: string) => toStorableText(content.slice(0, 160)).replace(/\s+/g, ' ').trim()

/** The tokens of a text where nobody counted them: about four characters each. */
export const estimatedTokens = (text: string) => Math.ceil(text.length / 4)

/**
 * Whether an answer can be rated: what an agent said, whole or in part. A stand-in line is no answer, and help for a person in distress is
 * nothing to vote on.
 */
export const isRateable = ({ origin, content }: { origin: string | null; content: string }) =>
  (origin === 'model' || origin === 'offline') && content !== ''

/** Questions with their answers that a public link shows at most, the newest. */
export const maxSharedPairs = 200

/** Public links that a person may make. */
export const shareLimit = { name: 'chat_share', points: 30, seconds: 3_600 }

/** Looks at public links from one address. */
export const sharedLimit = { name: 'chat_shared', points: 120, seconds: 60 }

/** The path of a public link. */
export const sharedPath = (token: string) => `/shared/${token}`

/** A text without the citations (`[1]`) of its sources, for where it is copied, read out, searched or sent to a model. */
export const withoutCitations = (text: string, sourceCount = maxNotes) =>
  text.replace(/[^\S\n]?\[(\d{1,2})\]/g, (citation, number: string) => (Number(number) <= sourceCount ? '' : citation))

/** Questions that may lead on from a reply, and how long each may be. */
const maxNextQuestions = 3
const maxNextQuestionLength = 120

/** The questions that lead on, as they are stored: not more and not longer than buttons can show. */
export const nextQuestions = (questions: readonly string[]): string[] =>
  questions
    .map(toStorableText)
    .filter(({ length }) => length > 0 && length <= maxNextQuestionLength)
    .slice(0, maxNextQuestions)
