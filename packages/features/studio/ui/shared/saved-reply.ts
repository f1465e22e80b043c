import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Source } from '../../../chat/schema.ts'
import type { AskReply } from '../../../chat/ui/ask/use-reply.ts'
import type { MarkedReply } from '../../../chat/ui/share/machine-made-data.tsx'
import { fileName, transcriptOf } from '../../../chat/ui/share/transcript.ts'

/** Returns a whole reply with its note and the id that the note names; null for a reply without a note. */
export function markedReply({ phase, text, origin, provenance }: AskReply): MarkedReply | null {
  if (phase !== 'done' || provenance === null || (origin !== 'model' && origin !== 'offline')) return null
  const id = subjectOf(provenance)
  return id === null ? null : { id, answer: text, origin, provenance }
}

/** Of a JWS: its second part is JSON in base64url. The server checks the signature where it matters, in `npm run verify`. */
function subjectOf(note: string): string | null {
  try {
    const [, claims = ''] = note.split('.')
    const read = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as { sub?: unknown } | null
    return typeof read?.sub === 'string' ? read.sub : null
  } catch {
    return null
  }
}

interface SavedReply extends MarkedReply {
  name: string
  question: string
  sources: readonly Source[]
}

/** Writes a reply with its signed note, as a downloaded conversation has it. */
export function fileOfReply({ name, question, sources, id, answer, origin, provenance }: SavedReply) {
  const created_at = new Date().toISOString()
  const content = transcriptOf(
    {
      name,
      title: m.studio_shared_saved_title({ name }),
      note: m.studio_shared_machine({}, { locale: getLocale() }),
      messages: [
        { id: '', role: 'user', content: question, created_at, sources: [], origin: null },
        { id, role: 'assistant', content: answer, created_at, sources: [...sources], origin, ...(provenance && { provenance }) },
      ],
    },
    'md',
  )
  return { fileName: fileName(name, 'md'), content }
}
