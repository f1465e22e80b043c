import type { Crisis } from '../rules.ts'
import en from './seen-en.json' with { type: 'json' }
import pt from './seen-pt.json' with { type: 'json' }

/** `null` labels a harmless look-alike. */
export interface Phrasing {
  text: string
  kind: Crisis | null
}

const kinds = [null, 'danger', 'violence', 'suicide'] as const

const minProbability = 0.78
/** Threshold for one sentence of several: an ordinary story often contains a sad sentence. */
const minProbabilityAmongOthers = 0.95

/** Messages of one or two words ("again") are not classified: three known words have more features. */
const minFeatures = 7

const passes = 12
const step = 0.1
const decay = 0.0005

/** Longer words are truncated, which ignores most endings and typos. */
const stemLength = 5

function featuresOf(text: string): string[] {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}|[’'`´]/gu, '')
    .toLowerCase()
    .match(/[a-z]+|\d+/g)
  const stems = (words ?? []).map((word) => (/^\d/.test(word) ? '#' : word.slice(0, stemLength)))
  return [...new Set(stems.flatMap((stem, i) => [stem, `${stem} ${stems[i + 1] ?? '.'}`, `${stem} _ ${stems[i + 2] ?? '.'}`]))]
}

interface Model {
  offsets: ReadonlyMap<string, number>
  weights: Float64Array
}

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

/** Fits a logistic regression by stochastic gradient descent; deterministic. */
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
  // shuffles by length: the lists are sorted by kind, and the last kind would dominate
  const shuffledExamples = indexedExamples.toSorted((one, other) => one.offsets.length - other.offsets.length)
  const weights = new Float64Array(offsets.size * kinds.length)
  for (let pass = 0; pass < passes; pass++) {
    for (const { offsets, kind } of shuffledExamples) {
      const steps = probabilities(weights, offsets).map((probability, k) => step * (probability - (k === kind ? 1 : 0)))
      // plain loops, because they run millions of times at every start
      for (const offset of offsets) {
        for (let k = 0; k < kinds.length; k++) weights[offset + k] = (weights[offset + k] ?? 0) * (1 - decay) - (steps[k] ?? 0)
      }
    }
  }
  return { offsets, weights }
}

type Classifier = (text: string, isOneOfSeveral?: boolean) => Crisis | null

export function createClassifier(examples: readonly Phrasing[]): Classifier {
  const { offsets, weights } = fit(examples)
  return (sentence, isOneOfSeveral = false) => {
    const featureOffsets = featuresOf(sentence).flatMap((feature) => offsets.get(feature) ?? [])
    const [none = 1, ...crises] = probabilities(weights, featureOffsets)
    return 1 - none >= (isOneOfSeveral ? minProbabilityAmongOthers : minProbability) && featureOffsets.length >= minFeatures
      ? (kinds[crises.indexOf(Math.max(...crises)) + 1] ?? null)
      : null
  }
}

export const phrasings = [...en, ...pt] as Phrasing[]

export const likelyCrisis = createClassifier(phrasings)
