import type { Locale } from '@duo/platform/shared/locale.ts'
import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { questionWords, weakTerms } from '../language/lexicon.ts'
import { messageWords } from '../language/plain-message.ts'
import { stem } from '../language/stemmer.ts'
import { synonyms } from '../language/synonyms.ts'
import { contentTokens } from './content-tokens.ts'
import { invertedIndex, type Weights } from './inverted-index.ts'

/** A text that is searched by its wordings: the ways in which people ask for it. */
export interface Searchable {
  text: string
  wordings: readonly string[]
}

export interface SearchIndex {
  /** Returns a score for each item, 0 to about 1: near 1 if the message is one of its wordings. */
  score: (message: string) => Float32Array
  /** Returns the places of the items that have a word of what a message is about, or a synonym; null if it names nothing. */
  about: (message: string) => ReadonlySet<number> | null
  /** Replaces misspelt words by the nearest one that is searched. */
  corrected: (message: string) => string
}

/** Share of words in a wording; the rest is letters, which forgive misspelling and inflection. Share of the whole text. */
const wordShare = 0.6
const textShare = 0.5
const exactness = 4
const synonymWeight = 0.5
const gramLengths = [3, 4, 5]

const stemsOf = (language: Locale) =>
  new Set([...weakTerms[language], ...questionWords[language]].map((word) => stem(word, language)))
/** Words that narrow a question a little, such as "best" or "still". */
export const softStems: Record<Locale, ReadonlySet<string>> = { en: stemsOf('en'), pt: stemsOf('pt') }

/** Prepares texts for the search. Keep the result: this takes longer than a search. */
export function searchIndex(items: readonly Searchable[], language: Locale): SearchIndex {
  const wordings = items.flatMap(({ wordings }, item) => wordings.map((text) => ({ item, text })))
  const itemOf = Uint16Array.from(wordings, ({ item }) => item)
  const count = items.length
  const soft = softStems[language]
  const words = invertedIndex(
    wordings.map(({ text }) => contentTokens(text, language)),
    soft,
  )
  const letters = invertedIndex(
    wordings.map(({ text }) => grams(text)),
    new Set(),
  )
  const texts = invertedIndex(
    items.map(({ text }) => contentTokens(text, language)),
    soft,
  )
  const vocabulary = new Set([...wordings, ...items].flatMap(({ text }) => plainWords(text)))
  const known = [...vocabulary]
  return {
    corrected: (typed) => corrected(typed, vocabulary, known),
    about(typed) {
      const message = corrected(typed, vocabulary, known)
      const strong = contentTokens(message, language).filter((token) => !token.startsWith('?') && !soft.has(token))
      return strong.length === 0 ? null : texts.places([...withSynonyms(strong, message, language).keys()])
    },
    score(typed) {
      const message = corrected(typed, vocabulary, known)
      const tokens = withSynonyms(contentTokens(message, language), message, language)
      const byWords = words.cosines(tokens)
      const byLetters = letters.cosines(counted(grams(message)))
      const best = new Float32Array(count)
      itemOf.forEach((item, place) => {
        const likeness = wordShare * (byWords[place] ?? 0) + (1 - wordShare) * (byLetters[place] ?? 0)
        best[item] = Math.max(best[item] ?? 0, likeness)
      })
      const byText = texts.bm25(tokens)
      return best.map((likeness, item) => {
        const blended = (1 - textShare) * likeness + textShare * (byText[item] ?? 0)
        // a wording that is the message itself needs no support from the text
        return blended + (1 - blended) * likeness ** exactness
      })
    },
  }
}

function corrected(message: string, vocabulary: ReadonlySet<string>, known: readonly string[]): string {
  return messageWords(message)
    .map((word) => (vocabulary.has(word) ? word : (nearestWord(word, known) ?? word)))
    .join(' ')
}

function withSynonyms(tokens: readonly string[], message: string, language: Locale): Weights {
  const kin = messageWords(message).flatMap((word) => synonyms(word, language).map((one) => stem(one, language)))
  return new Map([...kin.map((one): [string, number] => [one, synonymWeight]), ...counted(tokens)])
}

const counted = (tokens: readonly string[]): Weights => new Map(tokens.map((token) => [token, 1]))

function grams(text: string): string[] {
  return messageWords(text).flatMap((word) => {
    const padded = ` ${word} `
    return gramLengths.flatMap((length) =>
      Array.from({ length: Math.max(0, padded.length - length + 1) }, (_, at) => padded.slice(at, at + length)),
    )
  })
}
