import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { startServer } from './support/server.ts'
import { median, table } from './support/table.ts'

const rounds = 5

/** Measures the start until "Duo is at …" and the first page, with a bare Node process as reference. */
export async function start(): Promise<string> {
  const bare: number[] = []
  const times = { first: [] as number[], second: [] as number[], running: [] as number[], page: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareNode())
    const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
    times.first.push((await serverStart(dataDir)).ready)
    const second = await serverStart(dataDir, 'SIGKILL')
    times.second.push(second.ready)
    times.page.push(second.page)
    times.running.push((await serverStart(dataDir)).ready)
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
  const base = median(bare)
  const row = (name: string, values: number[]) => [
    name,
    Math.round(median(values)),
    Math.round((median(values) / base) * 10) / 10,
  ]
  return table([
    ['start', 'median of 5, ms', '× bare Node'],
    row('bare Node process', bare),
    row('first start, empty data folder', times.first),
    row('second start', times.second),
    row('… to the first whole page', times.page),
    row('start beside a running Postgres', times.running),
  ])
}

async function bareNode(): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await new Promise((done) => child.on('exit', done))
  return performance.now() - started
}

async function serverStart(dataDir: string, end: NodeJS.Signals = 'SIGTERM') {
  const started = performance.now()
  const { url, stop } = await startServer(dataDir)
  const ready = performance.now() - started
  await (await fetch(url)).text()
  const page = performance.now() - started
  await stop(end)
  return { ready, page }
}
