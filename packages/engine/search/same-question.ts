import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { numbersOf } from '../language/numbers.ts'
import aspects from './question-aspects.json' with { type: 'json' }
import type { Query, QueryWord } from './search-query.ts'

/** Least likeness of two wordings of one question. */
export const minSame = 0.62

/** What a question wants to know of its subject, the more telling first. */
type Aspect = keyof typeof aspects
const patterns = keysOf(aspects).map((aspect) => [aspect, new RegExp(`(?<!\\w)(?:${aspects[aspect]})(?!\\w)`, 'g')] as const)

/** The same aspect counts as one more word that both have; of two others, one question is rarely the other. */
const aspectWeight = 0.8
const otherAspect = 0.55
/** A word that says which of several things is meant, and that only one of two questions has. */
const otherSubject = 0.75

/**
 * How alike two questions are, 0 to 1: the share of their words that both have, by their weight, in the same word, one of the same
 * meaning or another spelling (Dice, 1945), and whether they want to know the same of it. 0 if one names a number that the other lacks.
 */
export function likeness(one: Query, other: Query, passages: number): number {
  const [numbers, others] = [numbersOf(one.question), numbersOf(other.question)]
  if (numbers.size !== others.size || [...numbers].some((number) => !others.has(number))) return 0
  const [mine, theirs] = [read(one), read(other)]
  const common = mine.aspect !== null && mine.aspect === theirs.aspect ? aspectWeight : 0
  const [there, back] = [shared(mine, theirs, { passages, common }), shared(theirs, mine, { passages, common })]
  if (there.share + back.share === 0) return 0
  const dice = (2 * there.share * back.share) / (there.share + back.share)
  const isOther = differ(mine.aspect, theirs.aspect)
  return dice * (isOther ? otherAspect : 1) * (there.lacks && back.lacks ? otherSubject : 1)
}

/** “May I cancel?” and “how do I cancel?” get the same reply. */
const alike: readonly (Aspect | null)[] = ['manner', 'permission', null]
const differ = (one: Aspect | null, other: Aspect | null) =>
  one !== other && !(alike.includes(one) && alike.includes(other)) && one !== null && other !== null

interface ReadQuestion {
  aspect: Aspect | null
  /** Without those that say what is wanted. */
  words: QueryWord[]
}

function read({ question, words }: Query): ReadQuestion {
  const text = plainWords(question).join(' ')
  const found = patterns.find(([, pattern]) => text.search(pattern) >= 0)
  const said = new Set(patterns.flatMap(([, pattern]) => text.match(pattern) ?? []).flatMap((phrase) => phrase.split(' ')))
  const left = words.filter(({ typed }) => !said.has(typed))
  return { aspect: found?.[0] ?? null, words: left.length > 0 ? left : words }
}

/** The share of a question's words that another has, and whether it lacks one that says much. */
function shared(from: ReadQuestion, to: ReadQuestion, { passages, common }: { passages: number; common: number }) {
  let [all, found, lacks] = [common, common, false]
  for (const word of from.words) {
    const weight = word.weight * rarity(word, passages)
    const share = shareOf(word, to.words)
    all += weight
    found += weight * share
    if (share === 0 && word.weight === 1 && word.count > 0) lacks = true
  }
  return { share: all > 0 ? found / all : 0, lacks }
}

/** 0.4 for a word that every passage has, 0.7 for one that none has, else up to 1. */
function rarity({ count }: QueryWord, passages: number): number {
  if (count === 0 || passages === 0) return 0.7
  return 0.4 + 0.6 * Math.min(1, Math.log(passages / count) / Math.log(Math.max(passages, 2)))
}

/** The best way in which a question has a word of another. */
function shareOf({ stems }: QueryWord, words: readonly QueryWord[]): number {
  let best = 0
  // two words that only share a third one are not of the same meaning
  for (const word of words)
    for (const { stem, share } of stems)
      for (const own of word.stems)
        if (own.stem === stem && (share === 1 || own.share === 1)) best = Math.max(best, Math.min(share, own.share))
  return best
}
