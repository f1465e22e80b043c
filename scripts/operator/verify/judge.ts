import { digestOf, type NoteClaims, noteClaims } from '@duo/features/chat/server/provenance/claims.ts'
import { shownContent, signedContent } from '@duo/features/chat/server/provenance/shown-content.ts'
import { fixedTexts } from '@duo/features/chat/server/provenance/sign-reply.ts'
import { openNote, type PublicNoteKey } from '@duo/platform/server/provenance/note-key.ts'
import type { FoundReply } from './found.ts'

export interface Verdict {
  /** `by people`: without a note, and the file says that people wrote it. Only the file says so. */
  state: 'valid' | 'altered' | 'unknown key' | 'unsigned' | 'by people'
  id: string | null
  claims: NoteClaims | null
  reason: string
}

/** Compares a reply with its note. */
export async function judge(reply: FoundReply, keys: readonly PublicNoteKey[]): Promise<Verdict> {
  const { id, note, origin, text } = reply
  if (note === null) {
    if (origin === 'help' || origin === 'fallback')
      return { state: 'by people', id, claims: null, reason: 'without a note: the file says that people wrote it' }
    if (fixedTexts().includes(text)) return { state: 'by people', id, claims: null, reason: 'a fixed sentence of Duo' }
    return { state: 'unsigned', id, claims: null, reason: 'no note' }
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
function difference({ id, text, origin, term, visible, anyLineEnds }: FoundReply, claims: NoteClaims): string {
  if (id !== null && id !== claims.sub) return 'the note belongs to another reply'
  const unix = text.replaceAll('\r\n', '\n')
  const texts = anyLineEnds ? [text, unix, unix.replaceAll('\n', '\r\n')] : [text]
  if (!texts.some((one) => digestOf(one) === claims.text_sha256)) return 'the text was changed'
  if (origin !== undefined && (origin ?? 'unknown') !== claims.engine) return 'the origin was changed'
  if (term !== undefined && term !== (claims.digital_source_type ?? 'unknown')) return 'the source type was changed'
  if (visible === null) return 'the page hides the reply, shows it twice, or shows something beside it'
  if (visible === undefined) return ''
  const shown = shownContent(visible)
  if (shown === null) return 'the page shows or hides an element that no reply has'
  if (!signedContent(text).includes(shown)) return 'the page shows another text or link'
  return ''
}
