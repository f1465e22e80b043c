// npx tsx scripts/bench/studio-fit/fit.ts: fits the weights of the studio's search to questions that are spent, and prints what they
// reach on each document when they are fitted to the others only.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { decide, type Weights } from '@duo/engine/search/rank-passages.ts'
import { featureNames } from '@duo/engine/search/ranking/passage-features.ts'
import { questionsFolder } from '../support/knowledge.ts'
import { type Case, casesIn } from './cases.ts'
import { evidenceFor, fitDecision } from './fit-decision.ts'
import { fitRank } from './fit-rank.ts'

/** Cannot be fitted without a model's vectors: what a passage far above all others in likeness adds to its rank. */
const meaning = 5
const target = join(import.meta.dirname, '../../../packages/engine/search/ranking/weights.json')

const cases = await casesIn(questionsFolder)
const documents = [...new Set(cases.map(({ document }) => document))]
const weigh = (of: readonly Case[]): Weights => {
  const rank = { ...fitRank(of), meaning }
  return { rank, decision: fitDecision(of, rank) }
}

const total = { first: 0, three: 0, inside: 0, refused: 0, outside: 0, kept: 0, foreign: 0, foreignKept: 0 }
process.stdout.write(
  '| Left out | Right first | Among three | Not covered | About another document | Wrongly refused |\n|---|---|---|---|---|---|\n',
)
for (const document of documents) {
  const weights = weigh(cases.filter((one) => one.document !== document))
  const own = judge(
    cases.filter((one) => one.document === document && !one.isOfChapter),
    weights,
  )
  for (const key of Object.keys(total)) Reflect.set(total, key, Reflect.get(total, key) + Reflect.get(own, key))
  process.stdout.write(rowOf(document, own))
}
process.stdout.write(rowOf('all', total))

const weights = weigh(cases)
process.stdout.write(
  rowOf(
    '(fitted to all)',
    judge(
      cases.filter(({ isOfChapter }) => !isOfChapter),
      weights,
    ),
  ),
)
const round = (group: object) =>
  Object.fromEntries(Object.entries(group).map(([name, weight]) => [name, Number(weight.toFixed(3))]))
writeFileSync(target, `${JSON.stringify({ rank: round(weights.rank), decision: round(weights.decision) }, null, 2)}\n`)

function judge(of: readonly Case[], weights: Weights): typeof total {
  const count = { first: 0, three: 0, inside: 0, refused: 0, outside: 0, kept: 0, foreign: 0, foreignKept: 0 }
  for (const one of of) {
    const { kind, isRight } = one
    const { rank, order, ...evidence } = evidenceFor(one, weights)
    const isUsed = decide(rank, evidence, weights) >= 0
    const place = order.findIndex((at) => isRight[at])
    if (kind === 'inside') {
      count.inside += 1
      if (place === 0) count.first += 1
      if (place >= 0 && place < 3) count.three += 1
      if (!isUsed) count.refused += 1
    } else if (kind === 'outside') {
      count.outside += 1
      if (!isUsed) count.kept += 1
    } else {
      count.foreign += 1
      if (!isUsed) count.foreignKept += 1
    }
  }
  return count
}

function rowOf(name: string, { first, three, inside, refused, outside, kept, foreign, foreignKept }: typeof total): string {
  const share = (part: number, whole: number) => `${Math.round((100 * part) / Math.max(1, whole))} %`
  return `| ${[name, share(first, inside), share(three, inside), share(kept, outside), share(foreignKept, foreign), share(refused, inside)].join(' | ')} |\n`
}

process.stdout.write(
  rowOf(
    '(chapters, fitted to all)',
    judge(
      cases.filter(({ isOfChapter }) => isOfChapter),
      weights,
    ),
  ),
)
process.stdout.write(`${featureNames.map((name) => `${name} ${weights.rank[name].toFixed(1)}`).join(', ')}\n`)
