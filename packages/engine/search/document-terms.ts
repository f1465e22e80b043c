import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { stopWords } from '../language/lexicon.ts'
import { portugueseStem } from '../language/portuguese-stem.ts'
import { stem } from '../language/stemmer.ts'
import { isParticle, withSpaces } from '../language/unspaced-scripts.ts'

/** Shorter words are left out if they are also without meaning: "of", "to", "da". */
const minPlainLength = 3
/** Longer ones are lines of code or bytes, and no one asks for them. */
const maxWordLength = 40

/** A text that is searched. */
export interface SearchedText {
  text: string
  headings: readonly string[]
  /** A question that the text answers. */
  question: string | null
}

/** Where a passage has a stem. */
export interface TermPlaces {
  /** In its question or, without one, in its nearest heading. */
  isInTitle: boolean
  /** In the headings above. */
  isInPath: boolean
  /** Numbers of words in the text. Each sentence begins at a multiple of `sentenceStep`. */
  places: number[]
}

/** A longer sentence counts as several. */
export const sentenceStep = 64

/** Returns the stems by which a passage is found, and where it has them. */
export function indexTerms({ text, headings, question }: SearchedText, language: Locale): Map<string, TermPlaces> {
  const terms = new Map<string, TermPlaces>()
  const at = (stem: string) => {
    const found = terms.get(stem) ?? { isInTitle: false, isInPath: false, places: [] }
    terms.set(stem, found)
    return found
  }
  const title = question ?? headings.at(-1) ?? ''
  const path = (question === null ? headings.slice(0, -1) : headings).join('\n')
  for (const stem of documentTerms(title, language)) at(stem).isInTitle = true
  for (const stem of documentTerms(path, language)) at(stem).isInPath = true
  let place = 0
  for (const sentence of sentences(text)) {
    const words = documentWords(sentence, language)
    for (const word of words) {
      at(documentStem(word, language)).places.push(place)
      place += 1
    }
    if (words.length > 0) place = Math.ceil(place / sentenceStep) * sentenceStep
  }
  return terms
}

/** Items of a list and lines of a table count as sentences; a line broken inside of a word does not. */
const sentences = (text: string) => text.split(/(?<=[.!?…:;])\s+|(?<!-)\n+/)

/** Returns the stems of a text, each once. */
export const documentTerms = (text: string, language: Locale): string[] => [
  ...new Set(documentWords(text, language).map((word) => documentStem(word, language))),
]

/** Of a word as in a document. Portuguese of both sides of the ocean is the same: `actualização` and `atualização`. */
export const documentStem = (word: string, language: Locale): string =>
  language === 'pt' ? portugueseStem(word.replace(/([aeiou])[cp]([tc])/g, '$1$2')) : stem(word, language)

/** Returns the words that are searched, in their order. */
export const documentWords = (text: string, language: Locale): string[] =>
  plainWords(withSpaces(text)).filter(
    (word) =>
      word.length <= maxWordLength &&
      !isParticle(word) &&
      (word.length >= minPlainLength || /\d/.test(word) || !stopWords[language].has(word)),
  )
