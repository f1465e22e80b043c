import type { Locale } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import type { DialogueState } from '../dialogue/dialogue-state.ts'
import { splitSentences } from '../language/sentences.ts'
import { searchIndex } from '../search/search-index.ts'

/** Minimum score of a sentence of the note under discussion. */
const minSentenceScore = 0.3
/** Share of its words, and of those of the fact, from which a sentence only repeats what the fact says. */
const repeatedShare = 0.4
const repeatedFactShare = 0.5
/** A fact of fewer long words, such as a name, may come again in its sentence. */
const minWords = 4
/** Begins with a word that points to the sentence before. */
const leansBack =
  /^(?:and|but|so|then|yet|still|also|he|she|it|they|that|this|these|those|there|his|her|their|even|e|mas|então|depois|ainda|também|ele|ela|eles|elas|isso|isto|aquilo|esse|essa|este|esta|seu|sua|lá|aí|mesmo)\b/iu
const minCompanionLength = 40
const maxCompanionLength = 220

/** Returns the sentence that fits a question best and the one after it, verbatim; null if none fits. */
export function bestSentence(text: string, question: string, language: Locale): string | null {
  const sentences = splitSentences(text)
  if (sentences.length < 3) return null
  const scores = searchIndex(
    sentences.map((sentence) => ({ text: sentence, wordings: [sentence] })),
    language,
  ).score(question)
  const best = scores.indexOf(Math.max(...scores))
  const found = sentences.slice(best, best + 2).join(' ')
  return (scores[best] ?? 0) < minSentenceScore ? null : found
}

/** Returns the sentence of a note that says most beside a fact of it and was not told; null if there is none. */
export function companionSentence(
  fact: string,
  text: string,
  isSpoken: (sentence: string) => boolean = () => false,
): string | null {
  const words = new Set(longWords(fact))
  const candidates = splitSentences(text).flatMap((sentence) => {
    const own = longWords(sentence)
    const shared = own.filter((word) => words.has(word)).length
    const fits =
      sentence.length >= minCompanionLength &&
      sentence.length <= maxCompanionLength &&
      !leansBack.test(sentence) &&
      !isSpoken(sentence)
    const isRepeated = words.size >= minWords && shared / words.size >= repeatedFactShare
    const isOther = shared / own.length < repeatedShare && !isRepeated
    return fits && shared > 0 && isOther ? [{ sentence, shared }] : []
  })
  return candidates.toSorted((one, other) => other.shared - one.shared)[0]?.sentence ?? null
}

/** Returns what is left of a text after the sentences at its beginning that were told; empty if it is little. */
export function untold(text: string, { tells }: DialogueState): string {
  const sentences = splitSentences(text)
  const from = sentences.findIndex((sentence) => !tells(sentence))
  const rest = from < 0 ? '' : sentences.slice(from).join(' ')
  return rest.length < minCompanionLength ? '' : rest
}

/** Returns what follows the last sentence that was told, or else all that is left of a text. */
export function restOf(text: string, dialogue: DialogueState): string {
  const sentences = splitSentences(text)
  const after = sentences.slice(sentences.findLastIndex((sentence) => dialogue.tells(sentence)) + 1).join(' ')
  return after.length < minCompanionLength || leansBack.test(after) ? untold(text, dialogue) : after
}

/** Returns the sentence of a note that a fact rests on: the one with most of its words. */
export function nearestSentence(fact: string, text: string): string {
  const words = new Set(longWords(fact))
  const shared = (sentence: string) => longWords(sentence).filter((word) => words.has(word)).length
  return splitSentences(text).toSorted((one, other) => shared(other) - shared(one))[0] ?? text
}

const longWords = (text: string) => plainWords(text).filter((word) => word.length > 3)
