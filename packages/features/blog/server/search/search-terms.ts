import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'

/** Words of a search that are looked at; more are cut off. */
const maxWords = 12

/** What somebody searches for. The last word may be only begun. */
export interface SearchTerms {
  /** Per language: the words as its stemmer gets them. */
  words: Record<Locale, string[]>
  /** The last word without accents. */
  lastPrefix: string
}

/** Null when there is no word in it. */
export function parseSearchTerms(search: string): SearchTerms | null {
  const lastPrefix = plainWords(search).slice(0, maxWords).at(-1)
  if (lastPrefix === undefined) return null
  const words = (language: Locale) => searchWords(search, language).slice(0, maxWords)
  return { words: { en: words('en'), pt: words('pt') }, lastPrefix }
}
