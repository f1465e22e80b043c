/**
 * Unseen characters, which break words and can make text read otherwise than it is: controls (with NUL), orders of direction, tags, halves of
 * pairs and signs of private fonts. The joiners stay: emojis and some scripts need them.
 */
const unseen = /[[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u{E0100}-\u{E01EF}]--[\n\t\u200C\u200D]]/gv
/** More marks on one letter than any script uses. */
const piledMarks = /(\p{M}{4})\p{M}+/gu

const ligatures: Record<string, string> = { ﬀ: 'ff', ﬁ: 'fi', ﬂ: 'fl', ﬃ: 'ffi', ﬄ: 'ffl', ﬅ: 'st', ﬆ: 'st' }

/** What Word's and PDF's symbol fonts mean by their private signs. */
const bullets = /[\uF0A7\uF0B7\uF0FC]/g

export const visibleCharacters = (text: string): string =>
  text
    .replace(bullets, '•')
    .replace(/[ﬀ-ﬆ]/g, (sign) => ligatures[sign] ?? sign)
    .replace(/\r\n?|[\u2028\u2029\u0085\f\v]/g, '\n')
    .replace(unseen, '')
    .replace(piledMarks, '$1')
    .normalize('NFC')

/** One line without blanks at its ends. */
export const oneLine = (text: string): string => visibleCharacters(text).replace(/\s+/g, ' ').trim()

/** Keeps single line breaks, and the indentation of lines where `isCode`. */
export function manyLines(text: string, isCode = false): string {
  const lines = visibleCharacters(text)
    .split('\n')
    .map((line) => (isCode ? line.replaceAll('\t', '  ').trimEnd() : line.replace(/\s+/g, ' ').trim()))
  return lines
    .filter((line) => line.trim() !== '')
    .join('\n')
    .trimEnd()
}

export const hasWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
