import { afterAll } from 'vitest'

const times = new Map<string, number[]>()

/** Records a recovery time, ms. Importing this prints a table at the end of the test file. */
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
