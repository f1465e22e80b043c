import { createHash } from 'node:crypto'
import type { Row } from './table.ts'

/** Requirements per chapter at levels 1 and 2, from the CSV of OWASP/ASVS v5.0.0_release in 5.0/docs_en. */
const officialCounts: readonly (readonly [level1: number, level2: number])[] = [
  [8, 19],
  [4, 7],
  [8, 11],
  [2, 8],
  [4, 5],
  [13, 22],
  [6, 12],
  [4, 3],
  [4, 3],
  [5, 24],
  [3, 11],
  [3, 6],
  [1, 12],
  [2, 7],
  [3, 10],
  [0, 16],
  [0, 7],
]

/** SHA-256 of that file's `<id> <level>` lines in order, so that we need not repeat the ids. */
const officialHash = 'c221cc01ef8fef1236787852eaaffe3e41baaa66b99534975cf9ccc3f62e5b4a'

export function idFaults(rows: readonly Pick<Row, 'id' | 'level'>[]): string[] {
  const twice = rows
    .filter(({ id }, i) => rows.findIndex((other) => other.id === id) < i)
    .map(({ id }) => `${id} is listed twice`)
  const counts = officialCounts.flatMap((official, i) =>
    (['1', '2'] as const).flatMap((level, j) => {
      const found = rows.filter((row) => row.level === level && row.id.startsWith(`${i + 1}.`)).length
      return found === official[j] ? [] : [`chapter ${i + 1} has ${official[j]} of level ${level}, the table ${found}`]
    }),
  )
  if (twice.length > 0 || counts.length > 0) return [...twice, ...counts]
  const lines = rows.map(({ id, level }) => `${id} ${level}\n`).join('')
  const isOfficial = createHash('sha256').update(lines).digest('hex') === officialHash
  return isOfficial ? [] : ['ids, levels or their order are not those of the standard']
}
