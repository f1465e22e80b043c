import type { Db } from '@duo/db/index.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import type { ResponderInput } from '../../schema.ts'
import type { NoteRow } from './notes-queries.ts'
import { getNotes } from './notes-search.ts'

/** The notes that stand word for word in what an agent said, in any language, in the order of saying. */
export async function findQuotedNotes(db: Db, agentId: string, replies: readonly string[]): Promise<NoteRow[]> {
  const replyText = replies.join('\n\n')
  if (replyText === '') return []
  const notesByLanguage = await Promise.all(locales.map((language) => getNotes(db, { agentId, language })))
  const matches = notesByLanguage
    .flatMap((one) => one?.notes ?? [])
    .flatMap((note) => {
      const at = replyText.indexOf(note.text)
      return at < 0 ? [] : [{ note, at }]
    })
  return matches.toSorted((one, other) => one.at - other.at).map(({ note }) => note)
}

/** What an agent said in a conversation, oldest first. */
export const listReplies = (history: ResponderInput['history']): string[] =>
  history.flatMap(({ role, content }) => (role === 'assistant' ? [content] : []))
