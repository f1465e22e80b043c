import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/search-words.ts'
import type { AskedWord } from './question-service.ts'
import { kinWords } from './word-service.ts'

/** How much of a word's beginning two forms of it share: built and build do not, patenteou and patenteei do. */
const stemLength = 5

/**
 * The sentence of a text that answers a question about a point of it, with the one that follows it; null where none does better than
 * the whole text. Word for word, so it is still a quotation.
 */
export function passageOf(text: string, words: readonly AskedWord[], language: Locale): string | null {
  const sentences = sentencesOf(text)
  const weights = sentences.map((sentence) => {
    const there = new Set(plainWords(sentence).map(stem))
    return words.reduce((sum, { word, weight }) => {
      const forms = [word, ...kinWords(word, language)].map(stem)
      return forms.some((form) => there.has(form)) ? sum + weight : sum
    }, 0)
  })
  const best = Math.max(...weights)
  const hits = weights.filter((weight) => weight === best).length
  const asked = words.reduce((sum, { weight }) => sum + weight, 0)
  if (best <= 0 || best < asked / 2 || hits > 2 || sentences.length < 3) return null
  const at = weights.indexOf(best)
  return sentences.slice(at, at + 2).join(' ')
}

const stem = (word: string) => word.slice(0, stemLength)

/** A text's sentences; a full stop after an initial or inside quotation marks ends none. */
const sentencesOf = (text: string) => text.split(/(?<=[.!?…]”?)(?<!\b[A-Z]\.) (?=[“‘—]?\p{Lu})/u)
