import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { type Call, type OpenLoop, openLoop } from './support/open-loop.ts'
import { startServer } from './support/server.ts'
import { table } from './support/table.ts'

const stepSeconds = 5
const overloadSeconds = 15
const excess = 3
const memoryRest = 60_000

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

const loads: Record<string, { make: () => Call; from: number }> = {
  joins: { make: joinOne, from: 100 },
  'pages that are not cached': { make: pageOne, from: 60 },
}

/** Measures the server at three times its capacity. Server and Postgres share one core; clients have the other. */
export async function overload(): Promise<string> {
  if (availableParallelism() < 2) throw new Error('this benchmark needs two cores: one for the server, one for its callers')
  execFileSync('taskset', ['-a', '-c', '-p', callerCore, String(process.pid)], { stdio: 'ignore' })
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
  // a public HOST, so that mails wait and their cost is not part of a join
  const settings = { TRUST_PROXY: '1', HOST: '0.0.0.0', LOG_LEVEL: 'warn' }
  const server = await startServer(dataDir, settings, serverCore)
  const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
  try {
    const peaks: Record<string, number> = {}
    for (const [name, { make, from }] of Object.entries(loads)) peaks[name] = await findPeak(server.url, make, from)
    await sleep(2_000)
    const before = memory()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, 250)
    const rows: (string | number)[][] = []
    for (const [name, { make }] of Object.entries(loads)) {
      server.log.length = 0
      const peak = peaks[name] ?? 0
      const [load, health, cachedPage] = await Promise.all([
        openLoop(server.url, peak * excess, overloadSeconds, make),
        openLoop(server.url, 20, overloadSeconds, () => ({ path: '/health' })),
        openLoop(server.url, 20, overloadSeconds, () => ({ path: '/about' })),
      ])
      rows.push(rowOf(name, peak, load, health, cachedPage, server.log))
      await sleep(2_000)
    }
    await sleep(memoryRest)
    clearInterval(watch)
    const after = memory()
    return [
      table([head, ...rows]),
      `Memory: ${mb(before)} before, ${mb(most)} at most, ${mb(after)} a minute later (${(after / before).toFixed(2)} ×).`,
    ].join('\n\n')
  } finally {
    await server.stop()
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const mb = (amount: number) => `${Math.round(amount)} MB`

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

const head = [
  'load',
  'peak, a second',
  'offered',
  'answered',
  '× peak',
  'median / p99, ms',
  '503 (with Retry-After)',
  'p99 of 503 by the server, ms',
  '/health p99, ms',
  'cached page p99, ms',
]

function rowOf(name: string, peak: number, load: OpenLoop, health: OpenLoop, cachedPage: OpenLoop, log: string[]) {
  const times = log.flatMap((line) => Number(/"refusedP99Ms":([\d.]+)/.exec(line)?.[1]) || [])
  return [
    name,
    Math.round(peak),
    Math.round(load.rate),
    Math.round(load.goodput),
    (load.goodput / peak).toFixed(2),
    `${Math.round(load.median)} / ${Math.round(load.p99)}`,
    `${Math.round(load.refused)} (${Math.round(load.refusedWithRetryAfter)})`,
    times.length > 0 ? Math.max(...times).toFixed(1) : '–',
    `${Math.round(health.p99)} (${Math.round(health.failed + health.refused)} failed)`,
    `${Math.round(cachedPage.p99)} (${Math.round(cachedPage.failed + cachedPage.refused)} failed)`,
  ]
}
