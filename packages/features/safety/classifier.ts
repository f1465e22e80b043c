import type { Crisis } from './rules.ts'
import en from './seen-en.json' with { type: 'json' }
import pt from './seen-pt.json' with { type: 'json' }

/** A message as an example: the crisis it tells of, or null for one that only sounds like it. */
export interface Phrasing {
  text: string
  kind: Crisis | null
}

const kinds = [null, 'danger', 'violence', 'suicide'] as const

/** A crisis this likely counts as one: below, too many of the harmless look-alikes would. */
const likelyEnough = 0.75

/** A sentence of one or two words (“again”) says too little to be weighed: three known words have more features. */
const fewestFeatures = 7

/** How the model is fitted: passes over the examples, the step of each, and how fast what is rarely seen fades. */
const passes = 12
const step = 0.1
const decay = 0.0005

/** Longer words count by their beginning, which most endings and typos leave alone. */
const stemLength = 5

/** Words, neighbours, and neighbours but one. */
function featuresOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}|[’'`´]/gu, '')
    .toLowerCase()
    .match(/[a-z]+|\d+/g)
  const stems = (words ?? []).map((word) => (/^\d/.test(word) ? '#' : word.slice(0, stemLength)))
  return [...new Set(stems.flatMap((stem, i) => [stem, `${stem} ${stems[i + 1] ?? '.'}`, `${stem} _ ${stems[i + 2] ?? '.'}`]))]
}

/** The weights of one feature, in the order of `kinds`. */
type Weights = Float64Array

/** The probability of each of `kinds`: the softmax of what the features of a text add up to. */
function probabilities(features: readonly Weights[]): number[] {
  const sums = kinds.map((_, kind) => features.reduce((sum, weights) => sum + (weights[kind] ?? 0), 0))
  const most = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** Fits a logistic regression by stochastic gradient descent. The same examples give the same weights. */
function fit(examples: readonly Phrasing[]): Map<string, Weights> {
  const all = new Map<string, Weights>()
  const weightsOf = (feature: string) => {
    const weights = all.get(feature) ?? new Float64Array(kinds.length)
    all.set(feature, weights)
    return weights
  }
  const prepared = examples.map(({ text, kind }) => ({ features: featuresOf(text).map(weightsOf), kind: kinds.indexOf(kind) }))
  // the lists are sorted by kind, and the last kind would count most; the length mixes them
  const mixed = prepared.toSorted((one, other) => one.features.length - other.features.length)
  for (let pass = 0; pass < passes; pass++) {
    for (const { features, kind } of mixed) {
      const errors = probabilities(features).map((probability, k) => probability - (k === kind ? 1 : 0))
      for (const weights of features)
        errors.forEach((error, k) => {
          weights[k] = (weights[k] ?? 0) * (1 - decay) - step * error
        })
    }
  }
  return all
}

/** Returns a classifier that has learnt from examples: the crisis that a sentence most likely tells of, or null. */
export function classifierOf(examples: readonly Phrasing[]): (sentence: string) => Crisis | null {
  const all = fit(examples)
  return (sentence) => {
    const known = featuresOf(sentence).flatMap((feature) => all.get(feature) ?? [])
    const [none = 1, ...crises] = probabilities(known)
    return 1 - none >= likelyEnough && known.length >= fewestFeatures
      ? (kinds[crises.indexOf(Math.max(...crises)) + 1] ?? null)
      : null
  }
}

/** The lists of phrasings, which an operator extends. */
export const phrasings = [...en, ...pt] as Phrasing[]

/** Classifies by the lists of phrasings, in both languages. */
export const likelyCrisis = classifierOf(phrasings)
