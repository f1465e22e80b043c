import { runTaskList, type WorkerEvents, type WorkerPool } from 'graphile-worker'
import type { WorkerOptions } from './jobs.ts'
import { describeFailure } from './jobs-failure.ts'
import { holdLease, type Lease } from './jobs-lease.ts'
import { keepRecovering } from './jobs-recovery.ts'
import { failureEvents, toTask, workerLogger } from './jobs-task.ts'
import type { Logger } from './log.ts'

/**
 * Runs jobs until `signal`, then resolves when the running ones are done or given back. Throws when the database cannot be
 * reached at the start or a job's outcome could not be stored.
 */
export async function runWorker<World>(options: WorkerOptions<World>, signal: AbortSignal, onReady: () => void): Promise<void> {
  const { pool, log, concurrency = 4, recoveryInterval = 30_000, stopTimeout = 10_000 } = options
  const over = new AbortController()
  // Filled once the worker's name is known. Until then, and while the lease is lost, fetching fails and is tried again.
  const lease: { current?: Lease } = {}
  const mayFetch = () => lease.current?.held() ?? false
  const events = failureEvents(log)
  const fetched = firstFetch(events, mayFetch)
  const workers = runTasks(options, events, mayFetch)
  const ended = workers.promise.finally(() => over.abort())
  ended.catch(() => {}) // awaited below, but it may come to its end before
  try {
    lease.current = await holdLease({ pool, owner: workers.id, log })
    if (!over.signal.aborted) workers.nudge(concurrency)
    await Promise.race([fetched, ended])
    onReady()
    void keepRecovering({ pool, log, intervalMs: recoveryInterval, signal: AbortSignal.any([signal, over.signal]) })
    await Promise.race([ended, aborted(signal)])
  } finally {
    if (!over.signal.aborted) await finish(workers, stopTimeout, log)
    lease.current?.release()
  }
}

/**
 * Resolves when a look for jobs succeeded. Throws when the first one failed, because then all later ones do: the library
 * looks its tasks' ids up only once and keeps what came of it, even a lost connection.
 */
function firstFetch(events: WorkerEvents, mayFetch: () => boolean): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {}) // awaited later
  events.once('worker:getJob:empty', () => resolve())
  events.once('job:start', () => resolve())
  events.on('worker:getJob:error', ({ error }) => {
    if (mayFetch()) reject(error)
  })
  return promise
}

function runTasks<World>(options: WorkerOptions<World>, events: WorkerEvents, mayFetch: () => boolean): WorkerPool {
  const { pool, log, jobs, concurrency = 4, pollInterval = 2_000, stopTimeout = 10_000 } = options
  return runTaskList(
    {
      concurrency,
      pollInterval,
      noHandleSignals: true,
      gracefulShutdownAbortTimeout: stopTimeout / 2,
      events,
      logger: workerLogger(log),
      // In batches of one turn: only then does the library wait for the outcomes when it stops, and catch what goes wrong.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      forbiddenFlags() {
        if (!mayFetch()) throw new Error('no lease')
        return null
      },
    },
    Object.fromEntries(jobs.map((job) => [job.name, toTask(job, options)])),
    pool,
  )
}

/** Waits for the running jobs; those that take too long are given back to be tried again. */
async function finish(workers: WorkerPool, timeout: number, log: Logger): Promise<void> {
  const report = (error: unknown) => log.warn(describeFailure(error), 'not every job ended in time')
  const timer = setTimeout(() => {
    Promise.resolve(workers.forcefulShutdown('The server stopped before the job was done.')).catch(report)
  }, timeout)
  await Promise.resolve(workers.gracefulShutdown()).catch(report)
  clearTimeout(timer)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
