import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from './table.ts'

const docs = join(import.meta.dirname, '../../../docs')

export interface Row {
  what: string
  product: string
  peer: string
  /** One ratio a round. */
  ratios: number[]
  goal: { atLeast?: number; atMost?: number }
}

/** Formats rows with the median ratio, its spread and the verdict. */
export function comparison(rows: Row[]): string {
  return table([
    ['What', 'Product', 'Compared with', 'Ratio (spread)', 'Goal', 'Verdict'],
    ...rows.map(({ what, product, peer, ratios, goal: { atLeast, atMost } }) => {
      const ratio = middle(ratios)
      const isMet = ratio >= (atLeast ?? 0) && ratio <= (atMost ?? Number.POSITIVE_INFINITY)
      const spread = `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`
      const goal = atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`
      return [what, product, peer, `${short(ratio)} (${spread})`, goal, isMet ? 'met' : '**missed**']
    }),
  ])
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

export const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))

/** Replaces the part of docs/benchmarks.md between the markers of a bench. */
export function writeReport(name: string, text: string): void {
  const file = join(docs, 'benchmarks.md')
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- end:${name} -->`]
  const before = readFileSync(file, 'utf8')
  const from = before.indexOf(start)
  const to = before.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no markers of ${name}`)
  writeFileSync(file, `${before.slice(0, from + start.length)}\n${text}\n${before.slice(to)}`)
}
