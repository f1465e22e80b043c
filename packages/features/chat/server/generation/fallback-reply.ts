import { randomInt } from 'node:crypto'
import { m } from '@duo/platform/i18n/messages.ts'
import type { Locale } from '@duo/platform/shared/locale.ts'
import type { ReplyFailure } from '../../schema.ts'

/** Returns the text of a failed reply (spec, section 8). */
export function fallbackText(problem: ReplyFailure, locale: Locale, lines: readonly string[]): string {
  if (problem === 'empty') return m.chat_reply_empty({}, { locale })
  if (problem === 'quota') return m.chat_reply_quota({}, { locale })
  const candidates = lines.length > 0 ? lines : genericLines(locale)
  return candidates[randomInt(candidates.length)] ?? m.chat_reply_empty({}, { locale })
}

const genericLines = (locale: Locale) => [
  m.chat_reply_line_thought({}, { locale }),
  m.chat_reply_line_pause({}, { locale }),
  m.chat_reply_line_again({}, { locale }),
]
