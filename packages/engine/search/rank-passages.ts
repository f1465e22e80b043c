import { type Locale, locales } from '@duo/platform/shared/locale.ts'
import { indexTerms, type SearchedText, type TermPlaces } from './document-terms.ts'
import {
  type FeatureName,
  type Features,
  featureNames,
  findWord,
  measure,
  presence,
  type RankedPassage,
} from './ranking/passage-features.ts'
import fitted from './ranking/weights.json' with { type: 'json' }
import type { Query, QueryWord } from './search-query.ts'

/** What a passage’s features weigh, and what says that one of them answers. */
export interface Weights {
  rank: Readonly<Record<FeatureName | 'meaning', number>>
  decision: Readonly<Record<'bias' | 'rank' | keyof Evidence, number>>
}

/** What says whether a question is covered, beside the rank of a passage; each 0 to 1. */
export interface Evidence {
  /** Words that no passage of the agent has, by their weight. */
  unknown: number
  /** Its length: the more words, the fewer of them an answer has. */
  length: number
}

export interface Ranked<Passage> {
  passage: Passage
  /** 0 to 1: how likely it answers; comparable between questions. */
  score: number
  /** Words of the question that it has. */
  words: string[]
  /** Neighbouring words of the question that are near to each other in it. */
  phrases: string[]
  /** `[typed, found]`: words of the same meaning, or of another spelling. */
  alike: [string, string][]
  features: Features
}

/** Least score of a passage that answers. */
export const minUsed = 0.5

/** Longer questions are not surer. */
const maxLength = 10

/**
 * Ranks passages of an agent that has `count`, the best first, by the weights that were fitted to questions (scripts/bench/studio-fit). `meanings` are
 * likenesses by vectors, 0 to 1, where a model makes them.
 */
export function rankPassages<Passage extends RankedPassage>(
  query: Query,
  passages: readonly Passage[],
  count: number,
  { meanings, weights = fitted }: { meanings?: ReadonlyMap<Passage, number>; weights?: Weights } = {},
): Ranked<Passage>[] {
  const { words } = query
  const importance = words.map(({ weight, count: held }) => weight * rarity(held, count))
  const found = passages.map(({ terms }) => words.map((word) => findWord(word, terms)))
  const sections = new Map<string, number[]>()
  for (const [at, { section }] of passages.entries()) {
    const shares = sections.get(section) ?? words.map(() => 0)
    sections.set(
      section,
      shares.map((share, word) => Math.max(share, presence(found[at]?.[word]))),
    )
  }
  const ranked = passages
    .map((passage, at) => {
      const own = found[at] ?? []
      const section = sections.get(passage.section) ?? []
      const { features, phrases } = measure({ found: own, weights: importance, size: passage.size, section })
      const meaning = meanings?.get(passage) ?? 0
      return { passage, own, features, phrases, meaning, rank: rankOf(features, weights) + weights.rank.meaning * meaning }
    })
    .filter(({ own, meaning }) => meaning > 0 || own.some((word) => word !== null))
    .toSorted((one, other) => other.rank - one.rank)
  const evidence = evidenceOf(words, importance)
  return ranked.map(({ passage, own, features, phrases, rank }) => ({
    passage,
    features,
    score: 1 / (1 + Math.exp(-decide(rank, evidence, weights))),
    words: words.flatMap(({ typed }, at) => (own[at]?.instead === null ? [typed] : [])),
    phrases: phrases.map((at) => `${words[at]?.typed} ${words[at + 1]?.typed}`),
    alike: words.flatMap(({ typed }, at): [string, string][] => {
      const instead = own[at]?.instead
      return instead ? [[typed, instead]] : []
    }),
  }))
}

/** Ranks texts that are not indexed. They may be in either language. */
export function rankTexts<Text extends SearchedText>(query: Query, texts: readonly Text[], count: number) {
  const passages = texts.map((of, at) => ({ of, ...toRanked(of, locales, String(at)) }))
  return rankPassages(query, passages, count).map(({ passage, ...rest }) => ({ ...rest, passage: passage.of }))
}

/** Of a text in memory. */
export function toRanked(text: SearchedText, languages: readonly Locale[], section: string): RankedPassage {
  const terms = new Map<string, TermPlaces>(languages.flatMap((language) => [...indexTerms(text, language)]))
  return { section, terms, size: terms.size / languages.length }
}

export function evidenceOf(words: readonly QueryWord[], importance: readonly number[]): Evidence {
  const total = importance.reduce((sum, one) => sum + one, 0) || 1
  const unknown = words.reduce((sum, { count }, at) => sum + (count === 0 ? (importance[at] ?? 0) : 0), 0)
  return {
    unknown: unknown / total,
    length: Math.min(words.length, maxLength) / maxLength,
  }
}

export const rankOf = (features: Features, { rank }: Pick<Weights, 'rank'>) =>
  featureNames.reduce((sum, name) => sum + rank[name] * features[name], 0)

/** Above 0 if a passage of this rank answers. */
export const decide = (rank: number, { unknown, length }: Evidence, { decision }: Weights) =>
  decision.bias + decision.rank * rank + decision.unknown * unknown + decision.length * length

/** Few passages say little about how rare a word is, and a word that none has is not rarer than one that one has. */
const leastCount = 100
export const rarity = (held: number, count: number) => {
  const [all, one] = [Math.max(count, leastCount), Math.max(held, 1)]
  return Math.log(1 + (all - one + 0.5) / (one + 0.5))
}
