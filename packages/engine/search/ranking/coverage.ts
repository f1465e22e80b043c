import type { Locale } from '@duo/platform/shared/locale.ts'
import { messageWords } from '../../language/plain-message.ts'
import { stem } from '../../language/stemmer.ts'
import { synonyms } from '../../language/synonyms.ts'
import { everyday } from '../answer-kind.ts'
import { contentTokens } from '../content-tokens.ts'
import { invertedIndex } from '../inverted-index.ts'
import { softStems } from '../search-index.ts'

/** Of words such as “best” and “still”, and of all others. */
const weights = { soft: 1, plain: 2 }

/**
 * Prepares texts to be compared by the share of a message’s words that they have. A synonym counts as the word. Rare words weigh no more
 * than others, because a reply that has only the rarest one misses the question.
 */
export function coverageOf(texts: readonly string[], language: Locale): (message: string) => Float32Array | null {
  const { places } = invertedIndex(
    texts.map((text) => contentTokens(text, language)),
    new Set(),
  )
  const weightOf = (token: string) => (softStems[language].has(token) ? weights.soft : weights.plain)
  return (message) => {
    const typed = messageWords(message)
    const tokens = contentTokens(message, language).filter((token) => !token.startsWith('?') || everyday.test(token))
    const all = tokens.reduce((sum, token) => sum + weightOf(token), 0)
    if (all === 0) return null
    const shares = new Float32Array(texts.length)
    for (const token of tokens) {
      const kin = typed.flatMap((word) => (stem(word, language) === token ? synonyms(word, language) : []))
      for (const place of places([token, ...kin.map((one) => stem(one, language))]))
        shares[place] = (shares[place] ?? 0) + weightOf(token) / all
    }
    return shares
  }
}
