import type { Locale } from '@duo/platform/shared/locale.ts'

/** Words of a search that are looked at; more are cut off. */
const mostWords = 12

/** Postgres' own stemmer for a language. */
export const searchConfig = { en: 'english', pt: 'portuguese' } as const satisfies Record<Locale, string>

/** The words of a text without accents: small letters and digits. What a begun word is compared with. */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

/**
 * The words of a text as the stemmer gets them, from the index and from the question alike. Taking the accents off would hide
 * Portuguese endings from it, so the common ones are put back the same way on both sides: monetização, monetizacao, monetizações
 * and monetizacoes all become the word that the stemmer cuts to `monetiz`.
 */
export const searchWords = (text: string, language: Locale): string[] =>
  language === 'pt' ? plainWords(text).map(portuguese) : plainWords(text)

/** decisões → decisao, profissionais → profissional, possíveis → possivel, criacao → criação. */
const portuguese = (word: string) =>
  word
    .replace(/(?<=\p{L}{2})oes$/u, 'ao')
    .replace(/(?<=\p{L}{3})ais$/u, 'al')
    .replace(/(?<=\p{L}{3})eis$/u, 'el')
    .replace(/(?<=\p{L}{2})cao$/u, 'ção')

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
