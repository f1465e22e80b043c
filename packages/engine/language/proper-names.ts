import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { questionWords } from './lexicon.ts'

const name = String.raw`\p{Lu}\p{Ll}{2,}(?: (?:(?:of|the|de|da|do|das|dos) )?\p{Lu}\p{Ll}{2,})*`
const inSentence = new RegExp(String.raw`(?<=[\p{Ll},;] [“‘]?)${name}`, 'gu')
const anywhere = new RegExp(name, 'gu')
const small = /(?<!\p{L})\p{Ll}{3,}/gu

const plain = (text: string) => plainWords(text).join(' ')

/** Returns the names in an agent's notes by their lower-case form. Words also written in lower case are not names. */
export function properNames(
  notes: readonly { text: string; terms: readonly string[] }[],
  language: Locale,
): ReadonlyMap<string, string> {
  const texts = notes.map(({ text }) => text).join('\n')
  const terms = notes.flatMap((note) => note.terms).join('; ')
  const common = new Set(`${texts} ${terms}`.match(small)?.map(plain))
  const whole = [...(texts.match(inSentence) ?? []), ...(terms.match(anywhere) ?? [])]
  const parts = whole.flatMap((one) => one.match(/\p{Lu}\p{Ll}{2,}/gu) ?? [])
  const isName = (word: string) => !common.has(word) && !questionWords[language].has(word)
  return new Map([...parts, ...whole].map((one): [string, string] => [plain(one), one]).filter(([word]) => isName(word)))
}

const maxNameWords = 5

export function withNames(text: string, names: ReadonlyMap<string, string>): string {
  const words = text.split(' ')
  const written: string[] = []
  for (let at = 0; at < words.length; ) {
    const lengths = Array.from({ length: Math.min(maxNameWords, words.length - at) }, (_, i) => i + 1)
    const length = lengths.findLast((many) => names.has(plain(words.slice(at, at + many).join(' ')))) ?? 0
    const found = words.slice(at, at + Math.max(length, 1)).join(' ')
    const name = names.get(plain(found))
    written.push(length > 0 && name ? found.replace(/[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u, name) : found)
    at += Math.max(length, 1)
  }
  return written.join(' ')
}

/** Returns capitalized words, except the first. */
export const namesIn = (question: string): string[] => question.match(/(?<=\p{L}[,;]? )\p{Lu}\p{Ll}{2,}/gu) ?? []

export function namesUnknownPerson(question: string, { name, vocabulary }: { name: string; vocabulary: string[] }): boolean {
  const vocabularyWords = new Set([...vocabulary, ...plainWords(name)])
  return namesIn(question).some((word) =>
    plainWords(word).every((one) => !vocabularyWords.has(one) && nearestWord(one, vocabulary) === null),
  )
}
