import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from './support/server.ts'
import { median, table } from './support/table.ts'

const rounds = 12
const requestsPerRound = 250

const tick = 10

/** Measures the CPU time of metrics and traces per request, on alternating servers. */
export async function telemetry(): Promise<string> {
  const collector = createServer((req, res) => req.resume().on('end', () => res.end('{}'))).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const METRICS_TOKEN = 'x'.repeat(32)
  const cases: { name: string; settings: Record<string, string> }[] = [
    { name: 'neither', settings: {} },
    { name: 'metrics', settings: { METRICS_TOKEN } },
    {
      name: 'metrics, traces of a tenth',
      settings: { METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '0.1' },
    },
    { name: 'metrics, traces of all', settings: { METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT } },
  ]
  const servers = []
  for (const { name, settings } of cases) {
    const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
    servers.push({ name, dataDir, ...(await startServer(dataDir, settings)), waits: [] as number[], cpu: [] as number[] })
  }
  const paths = ['/pricing', `/api/trpc/blog.articles?input=${encodeURIComponent(JSON.stringify({ language: 'en' }))}`]
  for (let round = 0; round <= rounds; round++) {
    for (const server of servers) {
      const before = cpuOf(server.pid)
      for (let i = 0; i < requestsPerRound; i++) {
        const startedAt = performance.now()
        await (await fetch(server.url + paths[i % paths.length])).text()
        if (round > 0) server.waits.push(performance.now() - startedAt)
      }
      if (round > 0) server.cpu.push((cpuOf(server.pid) - before) / requestsPerRound)
    }
  }
  for (const { stop, dataDir } of servers) {
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  collector.close()
  return table([
    ['server with', 'processor time a request, ms', 'median, ms'],
    ...servers.map(({ name, cpu, waits }) => [name, round(median(cpu)), round(median(waits))]),
  ])
}

const round = (value: number) => Math.round(value * 100) / 100

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * tick
}
