// Firefox before 125 has no Segmenter: there a letter with marks or an emoji of several parts counts as several
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** Printable ASCII, of which each character is a letter of its own: most names are, and a segmenter takes ten times as long. */
const plain = /^[ -~]*$/

/** Splits a text into what people see as letters. */
export const graphemesOf = (text: string): string[] =>
  segmenter && !plain.test(text) ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]

/** More code units than a grapheme has, except for those made to be long. */
const longestGrapheme = 64

/** Returns at most so many UTF-16 code units, without a part of a grapheme at the end. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  let cut = ''
  for (const grapheme of graphemesOf(text.slice(0, maxLength + longestGrapheme))) {
    if (cut.length + grapheme.length > maxLength) break
    cut += grapheme
  }
  return cut
}
