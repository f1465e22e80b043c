import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './table.ts'

const docs = join(import.meta.dirname, '../../../docs')

export interface Row {
  what: string
  product: string
  peer: string
  /** One ratio per round. */
  ratios: number[]
  /** Absent for an informative row. */
  goal?: { atLeast?: number; atMost?: number }
}

/** Formats rows with the median ratio, its spread and the verdict. */
function comparison(rows: Row[]): string {
  return table([
    ['What', 'Product', 'Compared with', 'Ratio (spread)', 'Goal', 'Verdict'],
    ...rows.map(({ what, product, peer, ratios, goal }) => {
      const ratio = middle(ratios)
      const spread = `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`
      return [what, product, peer, `${short(ratio)} (${spread})`, ...verdict(ratio, goal)]
    }),
  ])
}

function verdict(ratio: number, goal: Row['goal']): [goal: string, verdict: string] {
  if (!goal) return ['–', '–']
  const { atLeast = 0, atMost = Number.POSITIVE_INFINITY } = goal
  const isMet = ratio >= atLeast && ratio <= atMost
  return [goal.atMost === undefined ? `≥ ${atLeast}` : `≤ ${atMost}`, isMet ? 'met' : '**missed**']
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))

/** Writes a bench's table between its markers in docs/benchmarks.md. Returns the table. */
export function writeReport(name: string, rows: Row[]): string {
  const text = comparison(rows)
  const file = join(docs, 'benchmarks.md')
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- end:${name} -->`]
  const before = readFileSync(file, 'utf8')
  const from = before.indexOf(start)
  const to = before.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no markers of ${name}`)
  writeFileSync(file, `${before.slice(0, from + start.length)}\n${text}\n${before.slice(to)}`)
  return text
}
