import type { Crisis } from '../rules.ts'
import en from './seen-en.json' with { type: 'json' }
import pt from './seen-pt.json' with { type: 'json' }

/** A message as an example: the crisis it tells of, or null for one that only sounds like it. */
export interface Phrasing {
  text: string
  kind: Crisis | null
}

const kinds = [null, 'danger', 'violence', 'suicide'] as const

/** A crisis this likely counts as one: below, too many of the harmless look-alikes would. */
const minProbability = 0.78
/** One sentence out of several must be likelier: a story of an ordinary day has one that sounds sad by itself. */
const minProbabilityAmongOthers = 0.95

/** A sentence of one or two words (“again”) says too little to be weighed: three known words have more features. */
const minFeatures = 7

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

/** What has been learnt: the place of each feature, and the weights at it, one after the other in the order of `kinds`. */
interface Model {
  offsets: ReadonlyMap<string, number>
  weights: Float64Array
}

/** The probability of each of `kinds`: the softmax of what the weights at some places add up to. */
function probabilities(weights: Float64Array, offsets: readonly number[]): number[] {
  const sums = kinds.map(() => 0)
  for (const offset of offsets) {
    for (let kind = 0; kind < kinds.length; kind++) sums[kind] = (sums[kind] ?? 0) + (weights[offset + kind] ?? 0)
  }
  const most = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - most))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** Fits a logistic regression by stochastic gradient descent. The same examples give the same weights. */
function fit(examples: readonly Phrasing[]): Model {
  const offsets = new Map<string, number>()
  const offsetOf = (feature: string) => {
    const offset = offsets.get(feature) ?? offsets.size * kinds.length
    offsets.set(feature, offset)
    return offset
  }
  const indexedExamples = examples.map(({ text, kind }) => ({
    offsets: featuresOf(text).map(offsetOf),
    kind: kinds.indexOf(kind),
  }))
  // the lists are sorted by kind, and the last kind would count most; the length mixes them
  const shuffledExamples = indexedExamples.toSorted((one, other) => one.offsets.length - other.offsets.length)
  const weights = new Float64Array(offsets.size * kinds.length)
  for (let pass = 0; pass < passes; pass++) {
    for (const { offsets, kind } of shuffledExamples) {
      const steps = probabilities(weights, offsets).map((probability, k) => step * (probability - (k === kind ? 1 : 0)))
      // plain loops: they run some million times at every start
      for (const offset of offsets) {
        for (let k = 0; k < kinds.length; k++) weights[offset + k] = (weights[offset + k] ?? 0) * (1 - decay) - (steps[k] ?? 0)
      }
    }
  }
  return { offsets, weights }
}

/** The crisis that a text most likely tells of, or null. */
type Classifier = (text: string, isOneOfSeveral?: boolean) => Crisis | null

/** Returns a classifier that has learnt from examples. */
export function createClassifier(examples: readonly Phrasing[]): Classifier {
  const { offsets, weights } = fit(examples)
  return (sentence, isOneOfSeveral = false) => {
    const knownOffsets = featuresOf(sentence).flatMap((feature) => offsets.get(feature) ?? [])
    const [none = 1, ...crises] = probabilities(weights, knownOffsets)
    return 1 - none >= (isOneOfSeveral ? minProbabilityAmongOthers : minProbability) && knownOffsets.length >= minFeatures
      ? (kinds[crises.indexOf(Math.max(...crises)) + 1] ?? null)
      : null
  }
}

/** The lists of phrasings, which an operator extends. */
export const phrasings = [...en, ...pt] as Phrasing[]

/** Classifies by the lists of phrasings, in both languages. */
export const likelyCrisis = createClassifier(phrasings)
