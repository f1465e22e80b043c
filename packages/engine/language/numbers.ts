import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import words from './number-words.json' with { type: 'json' }

const written = new Map(Object.entries(words))

/** Returns the numbers of a text in one form: `1,500`, `1500` and `1.500` are one; `thirty` and `trinta` are 30. */
export function numbersOf(text: string): Set<string> {
  // ½ becomes 1⁄2; digits of other scripts stay, and are numbers all the same
  const digits = text.normalize('NFKC').match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? []
  return new Set([...digits.map(plainNumber), ...plainWords(text).flatMap((word) => written.get(word) ?? [])])
}

/** Groups of three digits are thousands; another comma or point begins the decimals. */
function plainNumber(number: string): string {
  const grouped = /^\d{1,3}(?:[.,]\d{3})+$/.test(number) && !number.startsWith('0')
  const plain = grouped ? number.replace(/[.,]/g, '') : number.replace(/,/g, '.')
  return plain.replace(/^0+(?=\d)/, '').replace(/\.0+$/, '')
}
