import { replaceLoneSurrogates } from '@duo/platform/shared/text/lone-surrogate.ts'

/** Characters. */
export const textMaxLength = 200

/** Per member. */
export const maxItems = 100

/** Returns the text as we store it: one line, single spaces, no characters that Postgres rejects. */
export const cleanText = (typed: string): string =>
  replaceLoneSurrogates(typed)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .normalize('NFC')
    .trim()

/** Returns what is wrong with a text, or null. */
export function textProblem(typed: string): 'required' | 'too_long' | null {
  const text = cleanText(typed)
  if (text === '') return 'required'
  return text.length > textMaxLength ? 'too_long' : null
}
