import { nearestWord } from '@duo/platform/shared/text/nearest-word.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { keysOf } from '@duo/platform/shared/typed/keys-of.ts'
import { numbersOf } from '../../language/numbers.ts'
import measures from '../question-measures.json' with { type: 'json' }
import type { Query, QueryWord } from '../search-query.ts'
import aspects from './question-aspects.json' with { type: 'json' }
import { isRestriction, turnsOf } from './question-turns.ts'

/** Least likeness of two wordings of one question. */
export const minSame = 0.58

/** What a question wants to know of its subject, the more telling first: a measure, or one of the others. */
type Aspect = keyof typeof aspects | Measure['aspect']
type Measure = (typeof measures)['en' | 'pt'][number]
const patternOf = (text: string) => new RegExp(`(?<!\\w)(?:${text})(?!\\w)`, 'g')
const patterns: [Aspect, RegExp][] = [
  ...[...measures.en, ...measures.pt].map(({ aspect, asks }): [Aspect, RegExp] => [aspect, patternOf(asks)]),
  ...keysOf(aspects).map((aspect): [Aspect, RegExp] => [aspect, patternOf(aspects[aspect])]),
]

/** How much more it counts that the first question is found in the other than the reverse: people tell their story as well. */
const recall = 2

/** The same aspect counts as one more word that both have; of two others, one question is rarely the other. */
const aspectWeight = 0.8
const otherAspect = 0.55
/** Each question has a word that the other lacks: they ask about different things. */
const otherSubject = 0.75
/** The first question has all words of the other and one or two more, which narrow it: “by card” and “by card in instalments”. */
const narrower = 0.65
const maxNarrowing = 2

/**
 * How alike two questions are, 0 to 1: the share of their words that both have, by their weight, in the same word, one of the same
 * meaning or another spelling (Dice, 1945), and whether they want to know the same of it. 0 if one names a number that the other lacks, or says the opposite.
 */
export function likeness(one: Query, other: Query, passages: number): number {
  const [numbers, others] = [numbersOf(one.question), numbersOf(other.question)]
  if (numbers.size !== others.size || [...numbers].some((number) => !others.has(number))) return 0
  if (turnsOf(one.question) !== turnsOf(other.question)) return 0
  const [mine, theirs] = [read(one), read(other)]
  const common = mine.aspect !== null && mine.aspect === theirs.aspect ? aspectWeight : 0
  const [there, back] = [shared(mine, theirs, { passages, common }), shared(theirs, mine, { passages, common })]
  if (there.share + back.share === 0) return 0
  const dice = ((1 + recall) * there.share * back.share) / (recall * back.share + there.share)
  const isOther = differ(mine.aspect, theirs.aspect)
  const isNarrower =
    back.lacking.length === 0 &&
    there.lacking.length <= maxNarrowing &&
    there.lacking.some((word) => isRestriction(one.question, word))
  const subject = there.lacking.length > 0 && back.lacking.length > 0 ? otherSubject : isNarrower ? narrower : 1
  return dice * (isOther ? otherAspect : 1) * subject
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
  const aspectWords = new Set(patterns.flatMap(([, pattern]) => text.match(pattern) ?? []).flatMap((phrase) => phrase.split(' ')))
  const left = words.filter(({ typed }) => !typed.split(' ').every((word) => aspectWords.has(word)))
  return { aspect: found?.[0] ?? null, words: left.length > 0 ? left : words }
}

/** The share of a question's words that another has, and how many it lacks of those that say much. */
function shared(from: ReadQuestion, to: ReadQuestion, { passages, common }: { passages: number; common: number }) {
  let [all, found] = [common, common]
  const lacking: string[] = []
  for (const word of from.words) {
    const weight = word.weight * rarity(word, passages)
    const share = shareOf(word, to.words)
    all += weight
    found += weight * share
    if (share === 0 && word.weight === 1) lacking.push(word.typed)
  }
  return { share: all > 0 ? found / all : 0, lacking }
}

/** 0.4 for a word that every passage has, 0.7 for one that none has, else up to 1. */
function rarity({ count }: QueryWord, passages: number): number {
  if (count === 0 || passages === 0) return 0.7
  return 0.4 + 0.6 * Math.min(1, Math.log(passages / count) / Math.log(Math.max(passages, 2)))
}

/** Words of one root: "whitelist" and "whitelisted", "adestrar" and "adestramento". */
const rootShare = 0.85
const minRoot = 5
const spellingShare = 0.9

/** The best way in which a question has a word of another. */
function shareOf({ stems, typed }: QueryWord, words: readonly QueryWord[]): number {
  let best = 0
  for (const word of words) {
    // two words that only share a third one are not of the same meaning
    for (const { stem, share } of stems)
      for (const own of word.stems)
        if (own.stem === stem && (share === 1 || own.share === 1)) best = Math.max(best, Math.min(share, own.share))
    if (best < rootShare && haveOneRoot(typed, word.typed)) best = rootShare
  }
  return best < spellingShare &&
    nearestWord(
      typed,
      words.map((word) => word.typed),
    ) !== null
    ? spellingShare
    : best
}

function haveOneRoot(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let same = 0
  while (same < shorter && one[same] === other[same]) same += 1
  return same >= minRoot && same >= shorter - 2 && same >= Math.max(one.length, other.length) / 2
}
