import type { Db } from '@duo/db/index.ts'
import { type JobCounts, jobCounts, maxCounted } from '@duo/platform/server/jobs/admin.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { Observer } from '@duo/platform/server/observer.ts'
import type { Pool } from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readDiskSpace } from '../disk/disk-space.ts'
import type { DiskWatch } from '../disk/watch-disk.ts'
import { localsOf, type RequestStep } from '../http/context.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'

export interface MetricSources {
  db: Db
  pools: Record<string, Pool>
  shedder: Pick<LoadShedder, 'counts'>
  disk: Pick<DiskWatch, 'folder' | 'isDatabaseFull'>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const countJobsEvery = 5_000

/** Creates the Prometheus metrics. Labels are names from our code: paths or ids would be personal data and unbounded series. */
export function createMetrics(log: Logger) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const duration = (what: string, help: string, labelNames: string[]) =>
    new Histogram({ name: `duo_${what}_duration_seconds`, help, labelNames, buckets, registers })
  const procedures = duration(
    'procedure',
    'Duration of tRPC calls, each call of a batch separately, including those made for pages.',
    ['procedure'],
  )
  const pages = duration('page', 'Duration of page requests, by route.', ['route', 'status'])
  const accounts = duration('account_call', 'Duration of calls under /api/auth, by name.', ['call', 'status'])
  const failures = new Counter({
    name: 'duo_errors_total',
    help: 'Errors by code. Rejections for overload are in duo_requests_shed_total.',
    labelNames: ['source', 'code'],
    registers,
  })

  const observer: Observer = {
    procedure: async (procedure, run) => {
      const startedAt = performance.now()
      try {
        return await run()
      } finally {
        procedures.observe({ procedure }, secondsSince(startedAt))
      }
    },
    failure: (source, code) => failures.inc({ source, code }),
  }

  const request: RequestStep = (_req, res, next) => {
    res.once('close', () => {
      const { startedAt, route, accountCall: call } = localsOf(res)
      const status = `${Math.floor(res.statusCode / 100)}xx`
      if (route !== undefined) pages.observe({ route, status }, secondsSince(startedAt))
      else if (call !== undefined) accounts.observe({ call, status }, secondsSince(startedAt))
    })
    next()
  }

  return {
    observer,
    request,
    watch: (sources: MetricSources) => {
      addRequests(registers, sources)
      addPools(registers, sources)
      addDisk(registers, sources, log)
      addJobs(registers, sources, log)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}

export type Metrics = ReturnType<typeof createMetrics>

const secondsSince = (startedAt: number) => (performance.now() - startedAt) / 1000

/** A gauge of one value, missing from the response while it is null. */
function addGauge(registers: Registry[], name: string, help: string, read: () => number | null | Promise<number | null>) {
  new Gauge({
    name,
    help,
    registers,
    async collect() {
      const value = await read()
      if (value === null) this.remove()
      else this.set(value)
    },
  })
}

function addRequests(registers: Registry[], { shedder }: MetricSources) {
  addGauge(registers, 'duo_streams_open', 'Open reply streams.', () => shedder.counts().running.stream)
  new Gauge({
    name: 'duo_requests_running',
    help: 'Pages and calls in progress, within the limits of load shedding.',
    labelNames: ['kind'],
    registers,
    collect() {
      const { page, call } = shedder.counts().running
      this.set({ kind: 'page' }, page)
      this.set({ kind: 'call' }, call)
    },
  })
  new Counter({
    name: 'duo_requests_shed_total',
    help: 'Requests rejected with 503 because of overload.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset()
      for (const [kind, refused] of Object.entries(shedder.counts().refused)) this.inc({ kind }, refused)
    },
  })
}

function addPools(registers: Registry[], { pools }: MetricSources) {
  new Gauge({
    name: 'duo_database_connections',
    help: 'Connections to Postgres: open, idle, and callers that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
        this.set({ pool, state: 'total' }, totalCount)
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'waiting' }, waitingCount)
      }
    },
  })
}

function addDisk(registers: Registry[], { disk }: MetricSources, log: Logger) {
  const read = atMostEvery(1_000, () =>
    readDiskSpace(disk.folder).catch((err: unknown) => {
      log.warn({ err }, 'metrics: failed to read the space of the data folder')
      return null
    }),
  )
  addGauge(
    registers,
    'duo_disk_free_bytes',
    'Free space of the disk of the data folder.',
    async () => (await read())?.free ?? null,
  )
  addGauge(registers, 'duo_disk_size_bytes', 'Size of the disk of the data folder.', async () => (await read())?.size ?? null)
  addGauge(registers, 'duo_disk_nearly_full', '1 if less than 10 % of the disk of the data folder is left.', async () => {
    const space = await read()
    return space && Number(space.isNearlyFull)
  })
  addGauge(
    registers,
    'duo_database_disk_full',
    '1 if Postgres refused a write of this process within the last minute because its disk is full.',
    () => Number(disk.isDatabaseFull()),
  )
}

function addJobs(registers: Registry[], { db }: MetricSources, log: Logger) {
  const read = atMostEvery(countJobsEvery, () =>
    jobCounts(db).catch((err: unknown) => {
      log.warn({ err }, 'metrics: failed to count jobs')
      return null
    }),
  )
  const help = '1 if the jobs could be counted, 0 if not: then the other job metrics are missing.'
  addGauge(registers, 'duo_jobs_readable', help, async () => ((await read()) === null ? 0 : 1))
  const ofJobs = (name: string, help: string, values: (counts: JobCounts) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: ['job', 'state'],
      registers,
      async collect() {
        const counts = await read()
        this.reset()
        for (const each of counts ?? [])
          for (const [state, value] of Object.entries(values(each)))
            this.set(state === '' ? { job: each.name } : { job: each.name, state }, value)
      },
    })
  ofJobs(
    'duo_jobs',
    `Jobs by state, counted up to ${maxCounted}. Waiting includes failing jobs, which will be retried; dead ones wait for an operator.`,
    ({ waiting, failing, dead }) => ({ waiting, failing, dead }),
  )
  ofJobs('duo_jobs_oldest_due_seconds', 'Time since the oldest due job became due; 0 if none is due.', ({ oldestSeconds }) => ({
    '': oldestSeconds,
  }))
}

function atMostEvery<T>(ms: number, read: () => Promise<T>): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined
  return () => {
    if (!last || performance.now() - last.at > ms) last = { at: performance.now(), value: read() }
    return last.value
  }
}
