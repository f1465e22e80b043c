import type { Note } from '../knowledge.ts'
import { splitSentences } from '../language/sentences.ts'
import type { ReplyInput } from '../reply-input.ts'

/** What the replies of a conversation have quoted, read from their text. */
export interface DialogueState {
  /** Notes of which a part was quoted, the last one last. */
  notes: Note[]
  last: Note | undefined
  /** Whether a reply contains this text. */
  has: (text: string) => boolean
}

export const listReplies = (history: ReplyInput['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))

/** Shorter sentences may occur in more than one note. */
const minSentenceLength = 30

export function readDialogue(notes: readonly Note[], replies: readonly string[]): DialogueState {
  const spoken = replies.join('\n\n')
  const found = notes.flatMap((note) => {
    const parts = [...note.facts.map(({ text }) => text), ...splitSentences(note.text)]
    const at = Math.max(...parts.map((part) => (part.length < minSentenceLength ? -1 : spoken.lastIndexOf(part))))
    return at < 0 ? [] : [{ note, at }]
  })
  const quoted = found.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
  return { notes: quoted, last: quoted.at(-1), has: (text) => spoken.includes(text) }
}
