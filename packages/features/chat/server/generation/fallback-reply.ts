import { randomInt } from 'node:crypto'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReplyFailure } from '../../schema.ts'

interface FallbackLanguages {
  /** Of the page, which a notice is a part of. */
  page: Locale
  /** Of the conversation, in which the persona speaks. */
  spoken: Locale
}

/** Returns the text of a failed reply (spec, section 8). */
export function fallbackText(problem: ReplyFailure, { page, spoken }: FallbackLanguages, lines: readonly string[]): string {
  if (problem === 'quota') return m.chat_reply_quota({}, { locale: page })
  const empty = m.chat_reply_empty({}, { locale: page })
  if (problem === 'empty') return empty
  const candidates = lines.length > 0 ? lines : genericLines(spoken)
  return candidates[randomInt(candidates.length)] ?? empty
}

const genericLines = (locale: Locale) => [
  m.chat_reply_line_thought({}, { locale }),
  m.chat_reply_line_pause({}, { locale }),
  m.chat_reply_line_again({}, { locale }),
]
