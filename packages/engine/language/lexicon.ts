import type { Locale } from '@duo/platform/shared/locale.ts'
import lists from './lexicon.json' with { type: 'json' }

const wordsOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))
const byLocale = ({ en, pt }: Record<Locale, readonly string[]>) => ({ en: wordsOf(en), pt: wordsOf(pt) })

/** Words that identify a language, without accents. Words of both languages ("do", "me", "no") are excluded. */
export const languageMarkers = byLocale(lists.languageMarkers)

export const questionWords = byLocale(lists.questionWords)

/** Words that narrow a question a little, and that an answer may lack. */
export const weakTerms = byLocale(lists.weakTerms)

/** Words without weight when two questions are compared. */
export const stopWords = byLocale(lists.stopWords)
