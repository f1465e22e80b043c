import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, openLoop } from './support/open-loop.ts'
import { startServer } from './support/server.ts'
import { table } from './support/table.ts'

const stepSeconds = 5
const overloadSeconds = 15
const excess = 3

const [serverCore, callerCore] = ['0', '1']

let people = 0

const joinOne = (): Call => {
  people += 1
  const address = `10.${(people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`
  return {
    path: '/api/trpc/waitlist.join',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, language: 'en', invitedByCode: null }),
  }
}

const pageOne = (): Call => ({ path: `/pricing?visit=${randomUUID()}` })

const loads: [name: string, make: () => Call, from: number][] = [
  ['joins', joinOne, 100],
  ['pages that are not cached', pageOne, 60],
]

/** Measures the server at three times its capacity. Server and Postgres share one core; clients have the other. */
export async function overload(): Promise<string> {
  if (availableParallelism() < 2) throw new Error('this benchmark needs two cores: one for the server, one for its callers')
  execFileSync('taskset', ['-a', '-c', '-p', callerCore, String(process.pid)], { stdio: 'ignore' })
  // a public HOST, so that mails wait and their cost is not part of a join
  const server = await startServer({ TRUST_PROXY: '1', HOST: '0.0.0.0', LOG_LEVEL: 'warn' }, serverCore)
  try {
    const rows: (string | number)[][] = []
    for (const [name, make, from] of loads) {
      const peak = await findPeak(server.url, make, from)
      await sleep(2_000)
      server.log.length = 0
      const [load, health] = await Promise.all([
        openLoop(server.url, peak * excess, overloadSeconds, make),
        openLoop(server.url, 20, overloadSeconds, () => ({ path: '/health' })),
      ])
      const refusals = server.log.flatMap((line) => Number(/"refusedP99Ms":([\d.]+)/.exec(line)?.[1]) || [])
      const healthTime = `${Math.round(health.p99)} (${health.failed} failed)`
      rows.push([name, Math.round(peak), (load.goodput / peak).toFixed(2), Math.max(...refusals).toFixed(1), healthTime])
      await sleep(2_000)
    }
    const head = ['load', 'peak, a second', 'answered × peak (limit 0.7)', 'p99 of a 503 by the server, ms', '/health p99, ms']
    return table([head, ...rows])
  } finally {
    await server.stop()
  }
}

/** Raises the rate until a fifth of the calls time out. Resolves to the highest throughput per second. */
async function findPeak(url: string, make: () => Call, from: number): Promise<number> {
  await openLoop(url, from, stepSeconds, make)
  let peak = 0
  for (let rate = from; ; rate *= 1.4) {
    const { goodput } = await openLoop(url, rate, stepSeconds, make)
    peak = Math.max(peak, goodput)
    if (goodput < 0.8 * rate) return peak
  }
}
