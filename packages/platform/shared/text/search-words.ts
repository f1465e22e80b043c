import type { Locale } from '../locale.ts'

export const searchConfig = { en: 'english', pt: 'portuguese' } as const satisfies Record<Locale, string>

/** Lower case without accents and invisible characters, and without the breaks of text that was copied from a PDF ("pro-\ngram"). */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/(\p{L})-[^\S\n]*\r?\n\s*(?=\p{Ll})/gu, '$1')
    // soft hyphens and zero-width spaces, which text from web pages carries inside of words
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()

/** Words and digits as in `searchText`; for prefix matching. */
export const plainWords = (text: string): string[] => searchText(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Without accents the stemmer misses Portuguese endings, so common ones are restored in the index and in queries. */
export const searchWords = (text: string, language: Locale): string[] =>
  language === 'pt' ? plainWords(text).map(portuguese) : plainWords(text)

/** decisões → decisao, profissionais → profissional, possíveis → possivel, criacao → criação. */
const portuguese = (word: string) =>
  word
    .replace(/(\p{L}{2})oes$/u, '$1ao')
    .replace(/(\p{L}{3})ais$/u, '$1al')
    .replace(/(\p{L}{3})eis$/u, '$1el')
    .replace(/(\p{L}{2})cao$/u, '$1ção')
