import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Job as FetchedJob, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from '../log.ts'
import { describeFailure, redact } from '../redact.ts'
import { type JobDatabaseOptions, openJobDatabase } from './database.ts'
import { onEnqueued } from './enqueue.ts'
import type { AnyJob, StoredJob } from './job.ts'
import { runJob } from './run.ts'
import { watch } from './watch.ts'

export type WorkerOptions<Deps> = {
  /** The worker opens its own connections; a pooler in transaction mode may be in between. */
  database: JobDatabaseOptions
  dependencies: Deps
  jobs: readonly AnyJob<Deps>[]
  log: Logger
  concurrency?: number
  /** ms, at least 1,000. Running jobs are aborted halfway; `stop` resolves at most two seconds after it. */
  stopTimeout?: number
  /** ms without a fetch, while the database responds, after which the worker is replaced. */
  hungAfter?: number
}

export type Worker = {
  /** Stops fetching, waits for running jobs up to `stopTimeout`, and returns unfinished ones to the queue. */
  stop: () => Promise<void>
}

/** The library's minimum; the longest wait for a job that another process enqueued. */
const pollingIntervalSeconds = 0.5

const monitorSeconds = 5

/** Any number of processes may run workers. Throws when the database is unreachable. */
export async function startWorker<Deps>(options: WorkerOptions<Deps>): Promise<Worker> {
  const { log, hungAfter = 30_000, database } = options
  let current = await startInstance(options)
  const ended: Promise<void>[] = []
  let stopped = false
  const watching = watch({
    url: database.url,
    hungAfter,
    lastFetches: () => current.lastFetches(),
    log,
    onHung: async () => {
      const fresh = await startInstance(options)
      ended.push((stopped ? fresh : current).stop())
      if (!stopped) current = fresh
      return await fresh.oldestDueSeconds()
    },
  })
  return {
    stop: async () => {
      stopped = true
      watching.stop()
      await Promise.all([...ended, current.stop()])
    },
  }
}

async function startInstance<Deps>(options: WorkerOptions<Deps>) {
  const { database: settings, jobs, log, concurrency = 2, stopTimeout = 4_000 } = options
  const stopping = new AbortController()
  const { database, close } = openJobDatabase(settings, log)
  const boss = new PgBoss({
    db: database,
    migrate: false,
    schedule: false,
    instanceHeartbeatSeconds: monitorSeconds,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    maintenanceIntervalSeconds: 600,
    openTelemetry: { enabled: false },
  })
  boss.on('error', (error) => log.warn({ source: 'pg-boss', ...describeFailure(error) }, 'job library error'))
  boss.on('warning', ({ message }) => log.warn({ source: 'pg-boss' }, redact(message)))
  const pollers = new Map<string, string[]>()
  const wake = (name: string) => {
    for (const id of pollers.get(name) ?? []) boss.notifyWorker(id)
  }
  try {
    await boss.start()
    for (const job of jobs) await startPollers(boss, pollers, job, { ...options, concurrency, stopping: stopping.signal })
  } catch (error) {
    await close()
    throw error
  }
  const unsubscribe = onEnqueued(wake)

  const stop = async () => {
    unsubscribe()
    const timeout = AbortSignal.timeout(stopTimeout + 1_000)
    const hurry = setTimeout(() => stopping.abort(), stopTimeout / 2)
    await Promise.race([boss.stop({ close: false, timeout: stopTimeout }), once(timeout, 'abort')]).catch((error) =>
      log.warn(describeFailure(error), 'jobs did not finish within the stop timeout'),
    )
    clearTimeout(hurry)
    await Promise.race([close(), sleep(1_000)])
  }
  const oldestDueSeconds = async () => {
    const due: number[] = []
    for (const { name } of jobs)
      for (const { startAfter } of await boss.findJobs(name, { queued: true, limit: 100 }))
        due.push(Date.now() - startAfter.getTime())
    return Math.max(0, ...due.map((ms) => Math.round(ms / 1000)))
  }
  return { stop, oldestDueSeconds, lastFetches: () => boss.getWipData() }
}

type PollerOptions<Deps> = { dependencies: Deps; log: Logger; concurrency: number; stopping: AbortSignal }

async function startPollers<Deps>(
  boss: PgBoss,
  pollers: Map<string, string[]>,
  job: AnyJob<Deps>,
  { concurrency, ...options }: PollerOptions<Deps>,
): Promise<void> {
  const ids: string[] = []
  pollers.set(job.name, ids)
  for (let i = 0; i < (job.oneAtATime ? 1 : concurrency); i++) {
    const id: string = await boss.work(
      job.name,
      { pollingIntervalSeconds, perJobResults: true },
      async (fetched: FetchedJob<StoredJob>[]): Promise<JobResult[]> => {
        const results = await Promise.all(fetched.map((each) => runJob({ job, ...options }, each)))
        boss.notifyWorker(id)
        return results
      },
    )
    ids.push(id)
  }
}
