import { median, table } from './table.ts'

export interface Row {
  what: string
  product: string
  peer: string
  /** One ratio per round. */
  ratios: number[]
  goal: { atLeast: number } | { atMost: number }
}

/** Formats rows with the median ratio, its spread and the verdict. */
export function comparison(rows: Row[]): string {
  return table([
    ['What', 'Product', 'Compared with', 'Ratio (spread)', 'Goal', 'Verdict'],
    ...rows.map(({ what, product, peer, ratios, goal }) => {
      const ratio = median(ratios)
      const spread = `${short(Math.min(...ratios))} to ${short(Math.max(...ratios))}`
      const isMet = 'atLeast' in goal ? ratio >= goal.atLeast : ratio <= goal.atMost
      const limit = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`
      return [what, product, peer, `${short(ratio)} (${spread})`, limit, isMet ? 'met' : '**missed**']
    }),
  ])
}

export const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(2)))
