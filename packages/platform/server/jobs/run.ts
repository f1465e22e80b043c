import type { Job as FetchedJob, JobResult } from 'pg-boss'
import type { Logger } from '../log.ts'
import { describeFailure } from '../redact.ts'
import { type AnyJob, isPermanent, type StoredJob } from './job.ts'

type RunOptions<Deps> = { job: AnyJob<Deps>; dependencies: Deps; log: Logger; stopping: AbortSignal }

/** Returns errors as the job's result (redacted, without the payload) instead of throwing. */
export async function runJob<Deps>(
  { job, dependencies, log, stopping }: RunOptions<Deps>,
  { id, data, retryCount, signal }: FetchedJob<StoredJob>,
): Promise<JobResult> {
  const attempt = retryCount + 1
  try {
    const context = { messageId: data.messageId, attempt, signal: AbortSignal.any([signal, stopping]) }
    await job.perform(dependencies, data.payload, context)
    return { id, status: 'completed' }
  } catch (error) {
    const failure = describeFailure(error)
    const fields = { job: job.name, id, attempt, of: job.maxAttempts, ...failure }
    const dead = isPermanent(error) || attempt >= job.maxAttempts
    if (dead) log.error(fields, 'job failed permanently and is dead')
    else log.warn(fields, 'job failed, will retry')
    return { id, status: isPermanent(error) ? 'deadletter' : 'failed', output: failure }
  }
}
