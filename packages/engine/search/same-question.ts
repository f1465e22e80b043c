import { numbersOf } from '../language/numbers.ts'
import type { Query, QueryWord } from './search-query.ts'

/** Least likeness of two wordings of one question. */
export const minSame = 0.7

/** Words that are on no page weigh as much as rare ones. */
const rarest = 1

/**
 * How alike two questions are, 0 to 1: the share of their words that both have, by their weight, in the same word, one of the same
 * meaning or another spelling (Dice, 1945). 0 if one names a number that the other lacks.
 */
export function likeness(one: Query, other: Query, passages: number): number {
  const [numbers, others] = [numbersOf(one.question), numbersOf(other.question)]
  if (numbers.size !== others.size || [...numbers].some((number) => !others.has(number))) return 0
  const weigh = (word: QueryWord) => word.weight * rarity(word, passages)
  const shared = (from: Query, to: Query) => {
    const all = from.words.reduce((sum, word) => sum + weigh(word), 0)
    const found = from.words.reduce((sum, word) => sum + weigh(word) * shareOf(word, to), 0)
    return all > 0 ? found / all : 0
  }
  const [there, back] = [shared(one, other), shared(other, one)]
  return there + back === 0 ? 0 : (2 * there * back) / (there + back)
}

/** 0.4 for a word that every passage has, up to 1. */
function rarity({ count }: QueryWord, passages: number): number {
  if (count === 0 || passages === 0) return rarest
  return 0.4 + 0.6 * Math.min(1, Math.log(passages / count) / Math.log(Math.max(passages, 2)))
}

/** The best way in which a question has a word of another. */
function shareOf({ stems }: QueryWord, { words }: Query): number {
  let best = 0
  for (const word of words)
    for (const { stem, share } of stems)
      // two words that only share a third one are not of the same meaning
      for (const own of word.stems)
        if (own.stem === stem && (share === 1 || own.share === 1)) best = Math.max(best, Math.min(share, own.share))
  return best
}
