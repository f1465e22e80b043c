import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { stopWords } from '../language/lexicon.ts'
import { stem } from '../language/stemmer.ts'

/** Shorter words are left out if they are also without meaning: "of", "to", "da". */
const minPlainLength = 3
/** Longer ones are lines of code or bytes, and no one asks for them. */
const maxWordLength = 40

/** Returns the stems by which a passage is found, each once. */
export const documentTerms = (text: string, language: Locale): string[] => [
  ...new Set(documentWords(text, language).map((word) => documentStem(word, language))),
]

/** Of a word as in a document. Portuguese of both sides of the ocean is the same: `actualização` and `atualização`. */
export const documentStem = (word: string, language: Locale): string =>
  language === 'pt' ? stem(word.replace(/([aeiou])[cp]([tc])/g, '$1$2'), language) : stem(word, language)

/** Returns the words that are searched, in their order. */
export const documentWords = (text: string, language: Locale): string[] =>
  plainWords(text).filter(
    (word) =>
      word.length <= maxWordLength && (word.length >= minPlainLength || /\d/.test(word) || !stopWords[language].has(word)),
  )
