// Firefox before 125 has no Segmenter: there a letter with marks or an emoji of several parts counts as several
const segmenter = 'Segmenter' in Intl ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }) : null

/** Splits a text into what people see as letters. */
export const graphemesOf = (text: string): string[] =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : [...text]
