import type { Note } from '../knowledge.ts'
import type { ReplyInput } from '../reply-input.ts'
import { splitSentences } from '../reply/passage-extraction.ts'

/** What the replies of a conversation told, read from their text. */
export interface Told {
  /** Notes of which anything was told, the last one last. */
  notes: Note[]
  last: Note | undefined
  /** Whether a reply contains this text. */
  has: (text: string) => boolean
}

export const listReplies = (history: ReplyInput['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))

/** Shorter sentences may occur in more than one note. */
const minSentenceLength = 30

export function readTold(notes: readonly Note[], replies: readonly string[]): Told {
  const spoken = replies.join('\n\n')
  const found = notes.flatMap((note) => {
    const parts = [...note.facts.map(({ text }) => text), ...splitSentences(note.text)]
    const at = Math.max(...parts.map((part) => (part.length < minSentenceLength ? -1 : spoken.lastIndexOf(part))))
    return at < 0 ? [] : [{ note, at }]
  })
  const told = found.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
  return { notes: told, last: told.at(-1), has: (text) => spoken.includes(text) }
}
