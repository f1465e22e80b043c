import { afterAll } from 'vitest'

const times = new Map<string, number[]>()

/**
 * Notes how long a try of a fault took, ms, until all was as before. A test file that imports this prints a table at its end: each fault, its
 * tries, the median and the longest time. What was lost, doubled or failed is no column: any of it fails the test.
 */
export function noteRecovery(fault: string, ms: number): void {
  times.set(fault, [...(times.get(fault) ?? []), ms])
}

afterAll(() => {
  if (times.size === 0) return
  const rows = [...times].map(([fault, all]) => {
    const sorted = all.toSorted((a, b) => a - b).map(Math.round)
    return `| ${fault} | ${sorted.length} | ${sorted[sorted.length >> 1]} | ${sorted.at(-1)} |`
  })
  process.stdout.write(
    ['', '| fault | tries | recovery, median ms | longest ms |', '| --- | ---: | ---: | ---: |', ...rows, ''].join('\n'),
  )
})
