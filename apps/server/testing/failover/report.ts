import { afterAll } from 'vitest'

interface Outcome {
  acknowledged: number
  lost: number
  doubled: number
  /** ms without an acknowledged join. */
  firstJoin: number
  /** ms from the fault until both servers were ready. */
  ready: number
}

const outcomes = new Map<string, Outcome[]>()

/** Importing this prints a table, as in docs/benchmarks.md, at the end of the test file. */
export function noteFault(fault: string, outcome: Outcome): void {
  outcomes.set(fault, [...(outcomes.get(fault) ?? []), outcome])
}

afterAll(() => {
  if (outcomes.size === 0) return
  const seconds = (ms: number) => (ms / 1_000).toFixed(1)
  const rows = [...outcomes].map(([fault, all]) => {
    const sum = (key: 'acknowledged' | 'lost' | 'doubled') => all.reduce((total, one) => total + one[key], 0)
    const span = (key: 'firstJoin' | 'ready') => {
      const times = all.map((one) => one[key])
      const [least, most] = [seconds(Math.min(...times)), seconds(Math.max(...times))]
      return least === most ? most : `${least} to ${most}`
    }
    const counts = `${all.length} | ${sum('acknowledged')} | ${sum('lost')} | ${sum('doubled')}`
    return `| ${fault} | ${counts} | ${span('firstJoin')} | ${span('ready')} |`
  })
  const head = '| Fault | Tries | Acknowledged | Lost | Doubled | First new join, s | Both ready, s |'
  process.stdout.write(['', head, '| --- | ---: | ---: | ---: | ---: | ---: | ---: |', ...rows, ''].join('\n'))
})
