import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords, searchWords } from '@duo/platform/shared/text/search-words.ts'

/** Words of a search that are looked at; more are cut off. */
const mostWords = 12

/** What somebody searches for. The last word may be only begun. */
export interface Terms {
  /** Per language: the words as its stemmer gets them. */
  words: Record<Locale, string[]>
  /** The last word without accents. */
  begun: string
}

/** Null when there is no word in it. */
export function searchTerms(search: string): Terms | null {
  const begun = plainWords(search).slice(0, mostWords).at(-1)
  if (begun === undefined) return null
  const words = (language: Locale) => searchWords(search, language).slice(0, mostWords)
  return { words: { en: words('en'), pt: words('pt') }, begun }
}
