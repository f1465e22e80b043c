import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'

const maxWords = 12

export interface SearchTerms {
  words: Record<Locale, string[]>
  lastPrefix: string
}

/** Returns null if the search contains no word. */
export function parseSearchTerms(search: string): SearchTerms | null {
  const lastPrefix = plainWords(search).slice(0, maxWords).at(-1)
  if (lastPrefix === undefined) return null
  const words = (language: Locale) => searchWords(search, language).slice(0, maxWords)
  return { words: { en: words('en'), pt: words('pt') }, lastPrefix }
}
