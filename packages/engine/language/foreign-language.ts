import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import foreign from './foreign-languages.json' with { type: 'json' }

const languages = Object.values(foreign).map(({ words, sure, sentence }) => ({
  words: new Set(words.split(' ')),
  sure: new RegExp(sure, 'iu'),
  sentence,
}))

const enough = 3

/** Returns the sentence in the message's language that no notes exist in it; null for English and Portuguese. */
export function foreignLanguage(message: string, ownWordCount: number): string | null {
  const words = plainWords(message)
  const counted = languages.map(({ words: markers, sure, sentence }) => {
    const matches = words.filter((word) => markers.has(word)).length
    const isSure = sure.test(message)
    return { score: isSure ? matches + 1.5 : matches, isSure, sentence }
  })
  const [best] = counted.toSorted((one, other) => other.score - one.score)
  // a few words shared between languages prove nothing
  return best && best.score > ownWordCount && (best.isSure || best.score >= enough) ? best.sentence : null
}
