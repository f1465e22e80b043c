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
export const runningAtMost = 3

/** Days after which a removed conversation, and what an edit or a retry put away, is really erased. */
export const removedDays = 7

/** Messages that a person may send: what nobody types, a script does. */
export const sendLimit = { name: 'chat_send', points: 20, seconds: 60 }

/** Everything else that a person does in conversations. */
export const chatLimit = { name: 'chat', points: 600, seconds: 60 }

/** What a message is stored as: without blanks around it, and in one writing of each letter, so that searching finds it. */
export const tidyMessage = (typed: string) => storable(typed).normalize('NFC').trim()

/** Text as Postgres can keep it: no NUL, no half of a surrogate pair. Its length stays the same. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD')
