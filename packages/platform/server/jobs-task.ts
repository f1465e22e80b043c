import { EventEmitter } from 'node:events'
import { type Task, type WorkerEvents, Logger as WorkerLogger } from 'graphile-worker'
import type { Pool } from 'pg'
import type { AnyJob } from './jobs.ts'
import { describeFailure, isPermanent, redact } from './jobs-failure.ts'
import type { Logger } from './log.ts'

/** The queue's view of a job. What it throws is stored as `last_error`, so it is described, not passed on. */
export function toTask<World>(job: AnyJob<World>, { world, pool }: { world: World; pool: Pool }): Task {
  return async (payload, { job: row, abortSignal: signal }) => {
    try {
      // Ids may start again after a restored backup, so the moment is part of the name.
      const messageId = `${job.name}.${row.id}.${row.created_at.getTime().toString(36)}`
      await job.perform(world, payload, { messageId, attempt: row.attempts, signal })
    } catch (error) {
      // The library's own `permanently_fail_jobs` refuses jobs that are running, so this sets what it would set.
      if (isPermanent(error)) {
        await pool.query('update graphile_worker._private_jobs set attempts = max_attempts where id = $1', [row.id])
      }
      const { code, message } = describeFailure(error)
      throw Object.assign(new Error(message), { code, permanent: isPermanent(error) })
    }
  }
}

/** One line for each failed run: which job, which attempt, why; never a payload. */
export function failureEvents(log: Logger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  events.on('job:error', ({ job, error }) => {
    const dead = isPermanent(error) || job.attempts >= job.max_attempts
    const fields = {
      job: job.task_identifier,
      id: String(job.id),
      attempt: job.attempts,
      of: job.max_attempts,
      ...describeFailure(error),
    }
    if (dead) log.error(fields, 'a job is dead')
    else log.warn(fields, 'a job failed and will be tried again')
  })
  return events
}

/** Passes on the library's own troubles. Failed runs are left out: `failureEvents` tells them without a payload. */
export function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    if (meta?.failure) return
    if (level === 'error') log.error({ source: 'graphile-worker' }, redact(message))
    if (level === 'warning') log.warn({ source: 'graphile-worker' }, redact(message))
  })
}
