import type { Locale } from '../locale.ts'

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
