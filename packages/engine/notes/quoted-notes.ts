import { locales } from '@duo/platform/shared/locale.ts'
import type { Knowledge, NoteRow } from '../knowledge.ts'
import type { ReplyInput } from '../reply-input.ts'

/** Returns the notes quoted verbatim in the replies, in any language, in order of appearance. */
export async function findQuotedNotes(knowledge: Knowledge, agentId: string, replies: readonly string[]): Promise<NoteRow[]> {
  const replyText = replies.join('\n\n')
  if (replyText === '') return []
  const notesByLanguage = await Promise.all(locales.map((language) => knowledge.getNotes({ agentId, language })))
  const matches = notesByLanguage
    .flatMap((one) => one?.notes ?? [])
    .flatMap((note) => {
      const at = replyText.indexOf(note.text)
      return at < 0 ? [] : [{ note, at }]
    })
  return matches.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
}

export const listReplies = (history: ReplyInput['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))
