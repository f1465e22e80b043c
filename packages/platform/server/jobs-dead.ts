import type { Db } from '@duo/db/index.ts'
import { sql } from 'kysely'

/** A job that used up its attempts or failed for good. It stays until an operator retries it. */
export type DeadJob = { id: string; name: string; attempts: number; lastError: string | null; enqueuedAt: Date }

/** The dead letters, newest first. `lastError` carries no addresses or tokens; it is null when the process was killed. */
export async function deadJobs(db: Db, { limit = 100 }: { limit?: number } = {}): Promise<DeadJob[]> {
  const { rows } = await sql<DeadJob>`
    select id::text, task_identifier as name, attempts::int, last_error as "lastError", created_at as "enqueuedAt"
    from graphile_worker.jobs
    where attempts >= max_attempts and locked_at is null
    order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Gives a dead job all its attempts again, starting now. False when there is no dead job with this id. */
export async function retryDeadJob(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select id from graphile_worker.reschedule_jobs(
      array(select id from graphile_worker.jobs where id = ${id}::bigint and attempts >= max_attempts and locked_at is null),
      run_at => now(), attempts => 0
    )`.execute(db)
  return rows.length > 0
}
