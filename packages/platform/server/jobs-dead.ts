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

/** Dead jobs that are started anew at a time. */
const batch = 1000

/** Gives the dead jobs of one name all their attempts again, starting now, each once. Answers how many there were. */
export async function retryDeadJobs(db: Db, name: string): Promise<number> {
  let retried = 0
  // by id, so that one which is dead again at once is not met again
  for (let last = '0'; ; ) {
    const { rows } = await sql<{ id: string }>`
      select id::text from graphile_worker.jobs
      where task_identifier = ${name} and attempts >= max_attempts and locked_at is null and id > ${last}::bigint
      order by graphile_worker.jobs.id limit ${batch}`.execute(db)
    const ids = rows.map(({ id }) => id)
    const started = await sql`
      select from graphile_worker.reschedule_jobs(${ids}::bigint[], run_at => now(), attempts => 0)`.execute(db)
    retried += started.rows.length
    if (ids.length < batch) return retried
    last = ids.at(-1) ?? last
  }
}
