import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { Note } from '../knowledge.ts'
import { splitSentences } from '../language/sentences.ts'
import type { ReplyInput } from '../reply-input.ts'

/** What the replies of a conversation have quoted, read from their text. */
export interface DialogueState {
  /** Notes of which a part was quoted, the last one last. */
  notes: Note[]
  last: Note | undefined
  /** The reply before the question. */
  reply: string
  /** Whether a reply contains this text. */
  has: (text: string) => boolean
  /** Whether a reply consists of this text and little more. */
  singled: (text: string) => boolean
  /** Whether one reply says this, in these words or nearly. */
  tells: (text: string) => boolean
}

export const listReplies = (history: ReplyInput['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))

/** Shorter sentences may occur in more than one note, and count only before the number of a source. */
const minSentenceLength = 30
/** Share of its long words from which a text was told. */
const spokenShare = 0.8
/** Characters that a reply has around a text that it singles out. */
const frame = 160

export function readDialogue(notes: readonly Note[], replies: readonly string[]): DialogueState {
  const spoken = replies.join('\n\n')
  const heard = replies.map((reply) => new Set(longWords(reply)))
  const found = notes.flatMap((note) => {
    const parts = [...note.facts.map(({ text }) => text), ...splitSentences(note.text)]
    const at = Math.max(...parts.map((part) => spoken.lastIndexOf(part.length < minSentenceLength ? `${part}[` : part)))
    return at < 0 ? [] : [{ note, at }]
  })
  const quoted = found.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
  const has = (text: string) => spoken.includes(text)
  const singled = (text: string) => replies.some((reply) => reply.includes(text) && reply.length < text.length + frame)
  const tells = (text: string) => {
    const words = longWords(text)
    return (
      has(text) ||
      heard.some((reply) => words.filter((word) => reply.has(word)).length >= spokenShare * Math.max(2, words.length))
    )
  }
  return { notes: quoted, last: quoted.at(-1), reply: replies.at(-1) ?? '', has, singled, tells }
}

const longWords = (text: string) => plainWords(text).filter((word) => word.length > 3 || /\d/.test(word))
