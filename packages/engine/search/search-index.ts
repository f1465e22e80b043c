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
  /** Number of its topic, from 0: wordings of all items of a topic support each of them. */
  topic?: number | undefined
}

export interface SearchIndex {
  /** Returns a score for each item, 0 to about 1: near 1 if the message is one of its wordings. */
  score: (message: string) => Float32Array
  /** Replaces misspelt words by the nearest one that is searched. */
  corrected: (message: string) => string
}

/** Share of words in a wording; the rest is letters, which forgive misspelling and inflection. Share of the whole text. */
const wordShare = 0.6
const textShare = 0.5
const exactness = 4
const synonymWeight = 0.5
const gramLengths = [3, 4, 5]
/** What the wordings of a whole topic add, and where that is nothing: between the mean topic (0) and the best (1). */
const topicShare = 0.4
const topicLevel = 0.7

const stemsOf = (language: Locale) =>
  new Set([...weakTerms[language], ...questionWords[language]].map((word) => stem(word, language)))
/** Words that narrow a question a little, such as "best" or "still". */
export const softStems: Record<Locale, ReadonlySet<string>> = { en: stemsOf('en'), pt: stemsOf('pt') }

/** Prepares texts for the search. Keep the result: this takes longer than a search. */
export function searchIndex(items: readonly Searchable[], language: Locale): SearchIndex {
  const wordings = items.flatMap(({ wordings }, item) => wordings.map((text) => ({ item, text })))
  const itemOf = Uint16Array.from(wordings, ({ item }) => item)
  const count = items.length
  const supportOf = topicSupport(items)
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
    score(typed) {
      const message = corrected(typed, vocabulary, known)
      const tokens = withSynonyms(contentTokens(message, language), message, language)
      const byWords = words.cosines(tokens)
      const byLetters = letters.cosines(counted(grams(message)))
      const likenesses = byWords.map((byWord, place) => wordShare * byWord + (1 - wordShare) * (byLetters[place] ?? 0))
      const [best, sums] = [new Float32Array(count), new Float32Array(count)]
      likenesses.forEach((likeness, place) => {
        const item = itemOf[place] ?? 0
        best[item] = Math.max(best[item] ?? 0, likeness)
        sums[item] = (sums[item] ?? 0) + likeness
      })
      const byText = texts.bm25(tokens)
      const support = supportOf(sums)
      return best.map((likeness, item) => {
        const blended = (1 - textShare) * likeness + textShare * (byText[item] ?? 0) + (support[item] ?? 0)
        // a wording that is the message itself needs no support
        return Math.max(0, blended + (1 - blended) * likeness ** exactness)
      })
    },
  }
}

/** Many wordings that are a little like the message say as much as one that is very like it. Takes the sum of each item's likenesses. */
function topicSupport(items: readonly Searchable[]): (sums: Float32Array) => Float32Array {
  const topicOf = items.flatMap(({ topic }) => topic ?? [])
  const sizes = new Float32Array(Math.max(-1, ...topicOf) + 1)
  topicOf.forEach((topic, item) => {
    sizes[topic] = (sizes[topic] ?? 0) + (items[item]?.wordings.length ?? 0)
  })
  return (sums) => {
    const topics = new Float32Array(sizes.length)
    topicOf.forEach((topic, item) => {
      topics[topic] = (topics[topic] ?? 0) + (sums[item] ?? 0) / Math.sqrt(sizes[topic] || 1)
    })
    const mean = topics.reduce((sum, one) => sum + one, 0) / (topics.length || 1)
    const level = topicLevel * Math.max(0, ...topics) + (1 - topicLevel) * mean
    return Float32Array.from(topicOf, (topic) => topicShare * ((topics[topic] ?? 0) - level))
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
