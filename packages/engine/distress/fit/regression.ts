import { featuresOf } from '../recogniser/features.ts'
import { type Regression, sigmoid } from '../recogniser/packed.ts'

export interface Labelled {
  text: string
  isPositive: boolean
}

const passes = 12
const firstStep = 4
const decay = 0.0003

/** Fits by stochastic gradient descent, twice: then with the `size` most telling features alone. Deterministic. */
export function fitRegression(examples: readonly Labelled[], size: number): Regression {
  const first = descend(examples, () => true)
  const kept = [...first.weights]
    .filter(([name]) => (first.counts.get(name) ?? 0) > 1)
    .toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))
    .slice(0, size)
  const names = new Set(kept.map(([name]) => name))
  return descend(examples, (name) => names.has(name))
}

function descend(examples: readonly Labelled[], isKept: (name: string) => boolean) {
  const weights = new Map<string, number>()
  const counts = new Map<string, number>()
  const rows = examples.map(({ text, isPositive }) => ({
    features: [...featuresOf(text)].filter(([name]) => isKept(name)),
    label: isPositive ? 1 : 0,
  }))
  for (const { features } of rows) for (const [name] of features) counts.set(name, (counts.get(name) ?? 0) + 1)
  const random = createRandom()
  let bias = -3
  for (let pass = 0; pass < passes; pass++) {
    const step = firstStep / (1 + 0.3 * pass)
    for (const { features, label } of shuffled(rows, random)) {
      const logOdds = features.reduce((sum, [name, value]) => sum + (weights.get(name) ?? 0) * value, bias)
      const error = sigmoid(logOdds) - label
      bias -= 0.1 * step * error
      for (const [name, value] of features)
        weights.set(name, (weights.get(name) ?? 0) * (1 - step * decay) - step * error * value)
    }
  }
  return { bias, weights, counts }
}

/** The Lehmer generator with the multiplier of Park and Miller: the same order in every fit. */
function createRandom() {
  let state = 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [one, two] = [order[at], order[other]]
    if (one === undefined || two === undefined) continue
    order[at] = two
    order[other] = one
  }
  return order
}
