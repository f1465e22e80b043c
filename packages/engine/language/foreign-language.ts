import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import foreign from './foreign-languages.json' with { type: 'json' }
import scripts from './foreign-scripts.json' with { type: 'json' }

const languages = Object.values(foreign).map(({ words, sure, sentence }) => ({
  words: new Set(words.split(' ')),
  sure: new RegExp(sure, 'iu'),
  sentence,
}))

/** In order: Japanese also has the signs of Chinese. */
const byScript = Object.entries(scripts).map(([names, sentence]) => ({
  letters: new RegExp(names.replace(/\w+/g, '\\p{Script=$&}'), 'u'),
  sentence,
}))

const enough = 3

/** Returns the sentence in the message's language that no notes exist in it; empty for a script we do not know, null for English and Portuguese. */
export function foreignLanguage(message: string, ownWordCount: number): string | null {
  if (isInOtherScript(message)) return byScript.find(({ letters }) => letters.test(message))?.sentence ?? ''
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

/** A name or a quotation in other letters does not change a message's language. */
function isInOtherScript(message: string): boolean {
  const letters = message.match(/\p{L}/gu) ?? []
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter))
  // a single letter is a sign, such as π
  return letters.length > 1 && latin.length < letters.length / 2
}
