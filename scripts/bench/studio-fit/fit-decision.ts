import { evidenceOf, rankOf, type Weights } from '@duo/engine/search/rank-passages.ts'
import type { Case } from './cases.ts'

const steps = 800
const rate = 1.5
const shrink = 0.02
/** Of all weight of examples; the other half has an answer. Questions about other documents keep length from saying too much. */
const weightOfKind = { inside: 0.5, outside: 0.25, foreign: 0.25 }
/** So many of the questions outside of a document are to be refused. */
const refused = 0.87

const names = ['rank', 'unknown', 'length'] as const
type Values = Record<(typeof names)[number], number>
const none: Values = { rank: 0, unknown: 0, length: 0 }

/** What the decision is made from. */
export function evidenceFor({ features, words, importance }: Case, weights: Pick<Weights, 'rank'>): Values & { order: number[] } {
  const ranked = features
    .map((own, at) => ({ features: own, at, rank: rankOf(own, weights) }))
    .toSorted((a, b) => b.rank - a.rank)
  return { rank: ranked[0]?.rank ?? 0, order: ranked.map(({ at }) => at), ...evidenceOf(words, importance) }
}

/** Logistic regression on what is known of a question and its best passage, then a bias that refuses enough questions. */
export function fitDecision(cases: readonly Case[], rank: Weights['rank']): Weights['decision'] {
  const rows = cases.map((one) => ({ kind: one.kind, values: evidenceFor(one, { rank }) }))
  const scale = scaleOf(rows.map(({ values }) => values))
  const count = (kind: Case['kind']) => Math.max(1, rows.filter((row) => row.kind === kind).length)
  const counts = { inside: count('inside'), outside: count('outside'), foreign: count('foreign') }
  const slopes = { ...none }
  let bias = 0
  const scaled = (values: Values, name: (typeof names)[number]) => (values[name] - scale[name].mean) / scale[name].deviation
  for (let step = 0; step < steps; step += 1) {
    const change = { ...none }
    let biasChange = 0
    for (const { kind, values } of rows) {
      const sum = names.reduce((all, name) => all + slopes[name] * scaled(values, name), bias)
      const error = (1 / (1 + Math.exp(-sum)) - (kind === 'inside' ? 1 : 0)) * (weightOfKind[kind] / counts[kind])
      for (const name of names) change[name] += error * scaled(values, name)
      biasChange += error
    }
    for (const name of names) slopes[name] -= rate * (change[name] + shrink * slopes[name])
    bias -= rate * biasChange
  }
  const decision = { ...none }
  for (const name of names) decision[name] = slopes[name] / scale[name].deviation
  const sums = rows
    .filter(({ kind }) => kind === 'outside')
    .map(({ values }) => names.reduce((sum, name) => sum + decision[name] * values[name], 0))
    .toSorted((one, other) => one - other)
  const place = Math.min(sums.length - 1, Math.floor(sums.length * refused))
  return { bias: -(((sums[place - 1] ?? 0) + (sums[place] ?? 0)) / 2), ...decision }
}

function scaleOf(values: readonly Values[]) {
  const of = (name: (typeof names)[number]) => {
    const mean = values.reduce((sum, one) => sum + one[name], 0) / values.length
    return { mean, deviation: Math.sqrt(values.reduce((sum, one) => sum + (one[name] - mean) ** 2, 0) / values.length) || 1 }
  }
  return { rank: of('rank'), unknown: of('unknown'), length: of('length') }
}
