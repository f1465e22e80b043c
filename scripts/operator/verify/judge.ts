import { digestOf, type NoteClaims, noteClaims, visibleWords, wordsOf } from '@duo/features/server'
import { openNote, type PublicNoteKey } from '@duo/platform/server/provenance/note-key.ts'
import type { FoundReply } from './found.ts'

export interface Verdict {
  state: 'valid' | 'altered' | 'unknown key' | 'unsigned'
  id: string | null
  claims: NoteClaims | null
  reason: string
}

/** Compares a reply with its note. */
export async function judge(reply: FoundReply, keys: readonly PublicNoteKey[]): Promise<Verdict> {
  const { id, note, origin } = reply
  if (note === null) {
    const isByPeople = origin === 'help' || origin === 'fallback'
    return { state: 'unsigned', id, claims: null, reason: isByPeople ? 'text written by people' : 'no note' }
  }
  const opened = await openNote(note, keys)
  if ('fault' in opened) {
    if (opened.fault === 'unknown_key') return { state: 'unknown key', id, claims: null, reason: 'signed by another server' }
    return { state: 'altered', id, claims: null, reason: 'the note is not one that the server signed' }
  }
  const { data: claims } = noteClaims.safeParse(opened.claims)
  if (!claims) return { state: 'altered', id, claims: null, reason: 'the note has another form' }
  const reason = difference(reply, claims)
  return { state: reason === '' ? 'valid' : 'altered', id: id ?? claims.sub, claims, reason }
}

/** Returns how the reply differs from its note, or an empty text. */
function difference({ id, text, origin, term, visible }: FoundReply, claims: NoteClaims): string {
  if (id !== null && id !== claims.sub) return 'the note belongs to another reply'
  if (digestOf(text) !== claims.text_sha256) return 'the text was changed'
  if (origin !== undefined && (origin ?? 'unknown') !== claims.engine) return 'the origin was changed'
  if (term !== undefined && term !== (claims.digital_source_type ?? 'unknown')) return 'the source type was changed'
  if (visible === null) return 'the page does not show the reply, or shows it twice'
  if (visible !== undefined && !visibleWords(text).includes(wordsOf(visible))) return 'the page shows another text'
  return ''
}
