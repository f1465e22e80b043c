import type { Features } from '@duo/engine/search/ranking/passage-features.ts'
import { featureNames } from '@duo/engine/search/ranking/passage-features.ts'
import type { Case } from './cases.ts'

const steps = 400
const rate = 3
const shrink = 0.003

/** Makes the right passages likely among all that are ranked (softmax over a list: Cao et al., 2007). No feature counts against a passage. */
export function fitRank(cases: readonly Case[]): Features {
  const learnt = cases.filter(({ kind, isRight }) => kind === 'inside' && isRight.some(Boolean))
  const weights: Features = { frequency: 1, title: 1, path: 1, coverage: 1, sentence: 1, proximity: 1, section: 1 }
  for (let step = 0; step < steps; step += 1) {
    const slope: Features = { frequency: 0, title: 0, path: 0, coverage: 0, sentence: 0, proximity: 0, section: 0 }
    for (const { features, isRight } of learnt) {
      const ranks = features.map((one) => featureNames.reduce((sum, name) => sum + weights[name] * one[name], 0))
      const top = Math.max(...ranks)
      const powers = ranks.map((rank) => Math.exp(rank - top))
      const all = powers.reduce((sum, one) => sum + one, 0)
      const right = powers.reduce((sum, one, at) => sum + (isRight[at] ? one : 0), 0)
      for (const [at, power] of powers.entries()) {
        const error = power / all - (isRight[at] ? power / right : 0)
        for (const name of featureNames) slope[name] += error * (features[at]?.[name] ?? 0)
      }
    }
    for (const name of featureNames)
      weights[name] = Math.max(0, weights[name] - rate * (slope[name] / learnt.length + shrink * weights[name]))
  }
  return weights
}
