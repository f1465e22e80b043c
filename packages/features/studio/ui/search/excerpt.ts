import { searchText } from '@duo/platform/shared/text/search-words.ts'

/** Letters by which two forms of a word are taken for the same. */
const startLength = 5
const minLength = 3
/** Characters of an excerpt. */
const excerptLength = 360

/** Whether a word begins like one of the question, whatever their case and accents. */
export function beginsAlike(word: string, words: readonly string[]): boolean {
  const plain = searchText(word)
  return words.some((one) => one.length >= minLength && plain.startsWith(searchText(one).slice(0, startLength)))
}

/** Returns the part of a text with the most words of the question, from the beginning of a sentence. */
export function excerptOf(text: string, words: readonly string[]): string {
  if (text.length <= excerptLength) return text
  const found = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => beginsAlike(word, words)).map(({ index }) => index)
  const starts = [0, ...[...text.matchAll(/[.!?…]\s+|\n+/g)].map(({ index, 0: end }) => index + end.length)]
  const held = (start: number) => found.filter((place) => place >= start && place < start + excerptLength).length
  const start = starts.reduce((best, one) => (held(one) > held(best) ? one : best), 0)
  const end = Math.min(text.length, start + excerptLength)
  const cut = end < text.length ? text.slice(start, end).replace(/\s+\S*$/, '') : text.slice(start)
  return `${start > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`
}
