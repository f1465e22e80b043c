import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
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

/** Writes a bench's table between its markers in docs/benchmarks.md, and its plot. Returns the table. */
export function writeReport(name: string, rows: Row[]): string {
  const text = comparison(rows)
  mkdirSync(join(docs, 'benchmarks'), { recursive: true })
  writeFileSync(join(docs, 'benchmarks', `${name}.svg`), plot(name, rows))
  const file = join(docs, 'benchmarks.md')
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- end:${name} -->`]
  const before = readFileSync(file, 'utf8')
  const from = before.indexOf(start)
  const to = before.indexOf(end)
  if (from === -1 || to === -1) throw new Error(`docs/benchmarks.md has no markers of ${name}`)
  writeFileSync(file, `${before.slice(0, from + start.length)}\n${text}\n${before.slice(to)}`)
  return text
}

const [rowHeight, textWidth, plotWidth] = [26, 320, 400]

/** Draws each round's ratio as a dot on a scale where 1 is the goal and the right side is better. */
function plot(name: string, all: Row[]): string {
  const rows = all.flatMap(({ what, ratios, goal }) => (goal ? [{ what, ratios, goal }] : []))
  const scores = rows.map(({ ratios, goal: { atLeast = 0, atMost } }) =>
    ratios.map((ratio) => (atMost === undefined ? ratio / atLeast : atMost / ratio)),
  )
  const reach = Math.max(2, ...scores.flat().map((score) => Math.max(score, 1 / score)))
  const x = (score: number) => textWidth + plotWidth / 2 + (Math.log(score) / Math.log(reach)) * (plotWidth / 2 - 10)
  const height = rows.length * rowHeight + 40
  const middle = (i: number) => 34 + i * rowHeight
  const lines = rows.flatMap(({ what }, i) => [
    `<text x="${textWidth - 12}" y="${middle(i) + 4}" text-anchor="end">${what.replaceAll('`', '').replaceAll('&', '&amp;')}</text>`,
    ...(scores[i] ?? []).map(
      (score) =>
        `<circle cx="${x(score).toFixed(1)}" cy="${middle(i)}" r="5" fill="${score >= 1 ? '#0f5c4d' : '#c2410c'}" fill-opacity=".7"/>`,
    ),
  ])
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${textWidth + plotWidth} ${height}" font-family="sans-serif" font-size="13">
<title>Ratios of ${name} against their goals</title>
<rect width="100%" height="100%" fill="#fff"/>
<line x1="${x(1)}" x2="${x(1)}" y1="20" y2="${height - 10}" stroke="#888" stroke-dasharray="4 4"/>
<text x="${x(1)}" y="14" text-anchor="middle">goal</text>
<text x="${x(1) + 60}" y="14">better →</text>
${lines.join('\n')}
</svg>
`
}
