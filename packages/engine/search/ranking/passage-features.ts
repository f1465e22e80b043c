import type { TermPlaces } from '../document-terms.ts'
import { sentenceStep } from '../document-terms.ts'
import type { QueryWord } from '../search-query.ts'

/** A passage as it is ranked. */
export interface RankedPassage {
  /** Passages under the same headings of the same document have the same. */
  section: string
  /** Number of its different stems. */
  size: number
  /** Where it has stems of the question. */
  terms: ReadonlyMap<string, TermPlaces>
}

/** Each 0 to 1: shares of the question’s words by their weight. */
export interface Features {
  /** BM25 of the text. */
  frequency: number
  /** Words in its nearest heading or its question. */
  title: number
  /** In the headings above. */
  path: number
  /** Words that it has at all. */
  coverage: number
  /** Words that its best sentence has, with the next one and the title. */
  sentence: number
  /** Whether neighbouring words of the question stand together in it. */
  proximity: number
  /** Words that its section has. */
  section: number
}

export type FeatureName = keyof Features
export const featureNames: readonly FeatureName[] = ['frequency', 'title', 'path', 'coverage', 'sentence', 'proximity', 'section']

/** How a passage has a word of the question. */
export interface FoundWord {
  share: number
  instead: string | null
  title: number
  path: number
  text: number
  /** Places in the text, and what the word found there counts. */
  places: [place: number, share: number][]
}

/** Saturation and length normalization of BM25; different stems of a usual passage. */
const k1 = 1.2
const b = 0.6
const usualSize = 75
/** Words apart. */
const phraseDistance = 3
const nearDistance = 12
const nearShare = 0.5
/** In the sentence after, in the title, in the headings above. */
const nextShare = 0.7
const titleShare = 0.5
const pathShare = 0.8
/** Another word of the same meaning counts less in a text than where two questions are compared. */
const kinFactor = 0.6
const minOwnShare = 0.8

/** Finds a word, or what is taken instead, in a passage; null if it has none. */
export function findWord({ stems }: QueryWord, terms: RankedPassage['terms']): FoundWord | null {
  let found: FoundWord | null = null
  for (const { stem, share: full, instead } of stems) {
    const term = terms.get(stem)
    if (!term) continue
    const share = full < minOwnShare ? full * kinFactor : full
    found ??= { share: 0, instead: null, title: 0, path: 0, text: 0, places: [] }
    if (share > found.share) [found.share, found.instead] = [share, instead]
    if (term.isInTitle) found.title = Math.max(found.title, share)
    if (term.isInPath) found.path = Math.max(found.path, share)
    if (term.places.length > 0) found.text = Math.max(found.text, share)
    for (const place of term.places) found.places.push([place, share])
  }
  return found
}

/** Where a word counts once, wherever the passage has it. */
export const presence = (found: FoundWord | null | undefined) =>
  found ? Math.max(found.text, found.title, pathShare * found.path) : 0

interface Measured {
  found: readonly (FoundWord | null)[]
  weights: readonly number[]
  size: number
  /** What each word counts in the section. */
  section: readonly number[]
}

/** Returns the features of a passage, and the neighbouring words that stand together in it, as places of the first. */
export function measure({ found, weights, size, section }: Measured): { features: Features; phrases: number[] } {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
  const share = (of: (word: FoundWord) => number) =>
    found.reduce((sum, word, at) => sum + (word ? of(word) * (weights[at] ?? 0) : 0), 0) / total
  const { proximity, phrases } = proximityOf(found, weights)
  const length = 1 - b + (b * size) / usualSize
  return {
    phrases,
    features: {
      frequency: share(({ places }) => {
        const times = places.reduce((sum, [, share]) => sum + share, 0)
        return times / (times + k1 * length)
      }),
      title: share(({ title }) => title),
      path: share(({ path }) => path),
      coverage: share(presence),
      sentence: bestSentence(found, weights) / total,
      proximity,
      section: section.reduce((sum, one, at) => sum + one * (weights[at] ?? 0), 0) / total,
    },
  }
}

function bestSentence(found: readonly (FoundWord | null)[], weights: readonly number[]): number {
  const bySentence = found.map((word) => {
    const shares = new Map<number, number>()
    for (const [place, share] of word?.places ?? []) {
      const sentence = Math.floor(place / sentenceStep)
      if (share > (shares.get(sentence) ?? 0)) shares.set(sentence, share)
    }
    return shares
  })
  const sentences = new Set(bySentence.flatMap((shares) => [...shares.keys()]))
  let best = 0
  for (const sentence of sentences) {
    let sum = 0
    for (const [at, shares] of bySentence.entries()) {
      const title = titleShare * (found[at]?.title ?? 0)
      sum += (weights[at] ?? 0) * Math.max(shares.get(sentence) ?? 0, nextShare * (shares.get(sentence + 1) ?? 0), title)
    }
    if (sum > best) best = sum
  }
  return best
}

/** How near to each other neighbouring words of the question are, by their weight; 1 for a single word. */
function proximityOf(found: readonly (FoundWord | null)[], weights: readonly number[]) {
  const phrases: number[] = []
  if (found.length < 2) return { proximity: found[0] ? 1 : 0, phrases }
  let [near, all] = [0, 0]
  for (let at = 1; at < found.length; at += 1) {
    const weight = Math.sqrt((weights[at - 1] ?? 0) * (weights[at] ?? 0))
    all += weight
    const distance = distanceOf(found[at - 1], found[at])
    if (distance <= phraseDistance) {
      near += weight
      phrases.push(at - 1)
    } else if (distance <= nearDistance) near += weight * nearShare
  }
  return { proximity: all > 0 ? near / all : 0, phrases }
}

function distanceOf(one: FoundWord | null | undefined, other: FoundWord | null | undefined): number {
  let least = Number.POSITIVE_INFINITY
  for (const [a] of one?.places ?? []) for (const [b] of other?.places ?? []) least = Math.min(least, Math.abs(a - b))
  return least
}
