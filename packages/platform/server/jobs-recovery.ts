import type { Pool } from 'pg'
import { describeFailure } from './jobs-failure.ts'
import { pause } from './jobs-pause.ts'
import type { Logger } from './log.ts'

/** Time, in milliseconds, in which a living worker whose connection broke takes its lease again. */
const GRACE_MS = 2_000

type SweepOptions = { pool: Pool; log: Logger; intervalMs: number; signal: AbortSignal }

/**
 * A killed process leaves its jobs locked, and graphile-worker gives them back only after four hours. This looks at once
 * and then every `intervalMs` for owners of locked jobs that hold no lease (see `holdLease`), and unlocks their jobs.
 */
export async function keepRecovering({ pool, log, intervalMs, signal }: SweepOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      const missing = await missingOwners(pool)
      if (missing.length > 0) {
        await pause(GRACE_MS, signal)
        if (!signal.aborted) await unlockJobs(pool, missing, log)
      }
    } catch (error) {
      if (!signal.aborted) log.warn(describeFailure(error), 'looking for abandoned jobs failed; it is tried again')
    }
    await pause(intervalMs, signal)
  }
}

/** A lock we can take is a lock nobody holds; ours ends with the statement. */
async function missingOwners(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ owner: string }>(`
    with owners as materialized (select distinct locked_by as owner from graphile_worker.jobs where locked_by is not null)
    select owner from owners where pg_try_advisory_xact_lock(hashtextextended(owner, 0))`)
  return rows.map((row) => row.owner)
}

/** Looks again and unlocks in one statement: while it runs we hold the missing owner's lock, so it cannot come back meanwhile. */
async function unlockJobs(pool: Pool, missing: string[], log: Logger): Promise<void> {
  const { rows } = await pool.query<{ owner: string; unlocked: unknown }>(
    `with gone as materialized (
       select owner from unnest($1::text[]) as owner where pg_try_advisory_xact_lock(hashtextextended(owner, 0))
     )
     select owner, graphile_worker.force_unlock_workers(array[owner]) as unlocked from gone`,
    [missing],
  )
  if (rows.length > 0) log.warn({ workers: rows.map((row) => row.owner) }, 'gave back the jobs of workers that are gone')
}
