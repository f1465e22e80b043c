import type { Locale } from '../locale.ts'

export const searchConfig = { en: 'english', pt: 'portuguese' } as const satisfies Record<Locale, string>

/** Lower-case words and digits without accents; for prefix matching. */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}

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
