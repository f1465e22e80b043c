import type { Job as FetchedJob, JobResult } from 'pg-boss'
import type { Logger } from '../log.ts'
import { describeFailure } from '../redact.ts'
import { type AnyJob, isPermanent, type StoredJob } from './job.ts'

type RunOptions<Deps> = { job: AnyJob<Deps>; world: Deps; log: Logger; stopping: AbortSignal }

/**
 * Runs one fetched job and returns its outcome. What it throws is stored and logged, one line a failed run, so it is described and not
 * passed on: which job, which attempt, why; never a payload.
 */
export async function runJob<Deps>(
  { job, world, log, stopping }: RunOptions<Deps>,
  { id, data, retryCount, signal }: FetchedJob<StoredJob>,
): Promise<JobResult> {
  const attempt = retryCount + 1
  try {
    const context = { messageId: data.messageId, attempt, signal: AbortSignal.any([signal, stopping]) }
    await job.perform(world, data.payload, context)
    return { id, status: 'completed' }
  } catch (error) {
    const failure = describeFailure(error)
    const fields = { job: job.name, id, attempt, of: job.maxAttempts, ...failure }
    const dead = isPermanent(error) || attempt >= job.maxAttempts
    if (dead) log.error(fields, 'a job is dead')
    else log.warn(fields, 'a job failed and will be tried again')
    return { id, status: isPermanent(error) ? 'deadletter' : 'failed', output: failure }
  }
}
