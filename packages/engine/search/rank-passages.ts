import { locales } from '@duo/platform/shared/locale.ts'
import { plainWords } from '@duo/platform/shared/text/search-words.ts'
import { documentStem } from './document-terms.ts'
import type { Query, QueryWord } from './search-query.ts'

export interface RankedText {
  text: string
  headings: readonly string[]
  /** A question that the text answers. */
  question: string | null
}

export interface Ranked<Passage> {
  passage: Passage
  /** 0 to 1; comparable between questions. */
  score: number
  /** Words of the question that it has. */
  words: string[]
  /** Neighbouring words of the question that are near to each other in it. */
  phrases: string[]
  /** `[typed, found]`: words of the same meaning, or of another spelling. */
  alike: [string, string][]
}

/** Least score of a passage that answers. */
export const minUsed = 0.28

/** Saturation and length normalization of BM25, as usual; words of a usual passage. */
const k1 = 1.2
const b = 0.75
const usualLength = 120
/** A heading counts as often as this in the text. */
const headingOccurrences = 2
/** Words apart. */
const phraseDistance = 3
const nearDistance = 12
const nearShare = 0.5
/** Of the score: which words it has, how often, whether they stand together, and which its nearest heading has. */
const coverageShare = 0.3
const frequencyShare = 0.3
const proximityShare = 0.1
const headingShare = 0.3
const prefixLength = 3

/**
 * Ranks passages of an agent that has `count`, the best first: BM25 (Robertson and Zaragoza, 2009) of the question's words, and whether
 * neighbouring words of the question stand together.
 */
export function rankPassages<Passage extends RankedText>(
  query: Query,
  passages: readonly Passage[],
  count: number,
): Ranked<Passage>[] {
  const weights = query.words.map(({ weight, count: held }) => weight * rarity(held, count))
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const ranked = passages.map((passage) => rank(query, passage, weights, total))
  return ranked.filter(({ words, alike }) => words.length + alike.length > 0).toSorted((one, other) => other.score - one.score)
}

/** Few passages say little about how rare a word is, and a word that none has is not rarer than one that one has. */
const leastCount = 100
const rarity = (held: number, count: number) => {
  const [all, one] = [Math.max(count, leastCount), Math.max(held, 1)]
  return Math.log(1 + (all - one + 0.5) / (one + 0.5))
}

interface Found {
  places: number[]
  share: number
  instead: string | null
}

function rank<Passage extends RankedText>(
  { words }: Query,
  passage: Passage,
  weights: readonly number[],
  total: number,
): Ranked<Passage> {
  const stems = new Map<string, number[]>()
  const length = addPlaces(stems, words, `${passage.question ?? ''} ${passage.text}`)
  const heading = new Map<string, number[]>()
  addPlaces(heading, words, passage.headings.join(' '))
  const found = words.map((word) => find(word, stems, heading))
  const coverage = sum(found, (one, at) => (one ? one.share * (weights[at] ?? 0) : 0)) / total
  const frequency =
    sum(found, (one, at) => (one ? one.share * (weights[at] ?? 0) * saturated(one.places.length, length) : 0)) / total
  const { proximity, phrases } = proximityOf(words, found, weights)
  return {
    passage,
    score: scoreOf({ coverage, frequency, proximity, headed: headedShare(words, passage, weights, total) }),
    words: words.flatMap(({ typed }, at) => (found[at]?.instead === null ? [typed] : [])),
    phrases,
    alike: words.flatMap(({ typed }, at): [string, string][] => {
      const instead = found[at]?.instead
      return instead ? [[typed, instead]] : []
    }),
  }
}

/** A passage without headings is measured by its text alone. */
function scoreOf({
  coverage,
  frequency,
  proximity,
  headed,
}: Record<'coverage' | 'frequency' | 'proximity', number> & { headed: number | null }) {
  const byText = coverageShare * coverage + frequencyShare * frequency + proximityShare * proximity * coverage
  return headed === null ? byText / (1 - headingShare) : byText + headingShare * headed
}

/** How much of the question the nearest heading has; null without one. */
function headedShare(
  words: readonly QueryWord[],
  { headings }: RankedText,
  weights: readonly number[],
  total: number,
): number | null {
  const nearest = headings.at(-1)
  if (nearest === undefined) return null
  const places = new Map<string, number[]>()
  addPlaces(places, words, nearest)
  return sum(words, ({ stems }, at) => (stems.some(({ stem }) => places.has(stem)) ? (weights[at] ?? 0) : 0)) / total
}

const sum = <T>(items: readonly T[], of: (item: T, at: number) => number) =>
  items.reduce((all, item, at) => all + of(item, at), 0)

/** 0 to 1. */
const saturated = (occurrences: number, length: number) =>
  occurrences / (occurrences + k1 * (1 - b + (b * Math.max(length, 1)) / usualLength))

/** Records where the stems of the question are in a text. Returns the number of its words. */
function addPlaces(places: Map<string, number[]>, words: readonly QueryWord[], text: string): number {
  const prefixes = new Set(words.flatMap(({ stems }) => stems.map(({ stem }) => stem.slice(0, prefixLength))))
  const all = plainWords(text)
  all.forEach((word, at) => {
    // a stem keeps the first letters of its word, but for a silent consonant
    if (!prefixes.has(word.slice(0, prefixLength)) && !/^.?[aeiou][cp][tc]/.test(word)) return
    for (const one of new Set(locales.map((language) => documentStem(word, language)))) {
      const list = places.get(one)
      if (list) list.push(at)
      else places.set(one, [at])
    }
  })
  return all.length
}

/** The best way in which a passage has a word. */
function find({ stems }: QueryWord, text: Map<string, number[]>, heading: Map<string, number[]>): Found | null {
  let best: Found | null = null
  for (const { stem, share, instead } of stems) {
    const places = [...(text.get(stem) ?? [])]
    if (heading.has(stem)) places.push(...Array.from({ length: headingOccurrences }, () => Number.NaN))
    if (places.length > 0 && (!best || share > best.share)) best = { places, share, instead }
  }
  return best
}

/** How near to each other neighbouring words of the question are, by their weight; 1 for a single word. */
function proximityOf(words: readonly QueryWord[], found: readonly (Found | null)[], weights: readonly number[]) {
  const phrases: string[] = []
  if (words.length < 2) return { proximity: found[0] ? 1 : 0, phrases }
  let [near, all] = [0, 0]
  for (let at = 1; at < words.length; at += 1) {
    const weight = Math.sqrt((weights[at - 1] ?? 0) * (weights[at] ?? 0))
    all += weight
    const distance = distanceOf(found[at - 1], found[at])
    if (distance <= phraseDistance) {
      near += weight
      phrases.push(`${words[at - 1]?.typed} ${words[at]?.typed}`)
    } else if (distance <= nearDistance) near += weight * nearShare
  }
  return { proximity: all > 0 ? near / all : 0, phrases }
}

function distanceOf(one: Found | null | undefined, other: Found | null | undefined): number {
  if (!one || !other) return Number.POSITIVE_INFINITY
  let least = Number.POSITIVE_INFINITY
  for (const a of one.places) for (const b of other.places) if (Math.abs(a - b) < least) least = Math.abs(a - b)
  return least
}
