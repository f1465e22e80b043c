import type { Db } from '@duo/db/index.ts'
import { mailJobs } from '@duo/features/server'
import { hasQueues, jobCounts, workersSeen } from '@duo/platform/server/jobs/admin.ts'
import type { Env } from '@duo/server/config/env.ts'
import { sendsMail } from '@duo/server/config/features.ts'
import { type Finding, fault, note, ok, skipped } from './finding.ts'

/** How long a job may have been due, seconds, before something is wrong. */
const lateAfter = 600

/** Looks for dead jobs, for jobs that wait although a worker runs, and for the workers. */
export async function checkQueue(db: Db, env: Env): Promise<Finding> {
  if (!(await hasQueues(db))) return skipped('comes with the first start')
  const counts = await jobCounts(db)
  const workers = await workersSeen(db)
  const dead = counts.filter((each) => each.dead > 0)
  if (dead.length > 0)
    return fault(
      `dead jobs: ${dead.map((each) => `${each.name} ${each.dead}`).join(', ')}`,
      'npm run waitlist -- stats says why, npm run waitlist -- retry <name> tries again',
    )
  // mails that cannot go out wait on purpose
  const isHeld = (name: string) => !sendsMail(env) && mailJobs.some((job) => job.name === name)
  const late = counts.filter(({ name, oldestSeconds }) => oldestSeconds > lateAfter && !isHeld(name))
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
  const details = `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'}, none is dead`
  if (workers.length === 0) return note(`${details}; no server is at work`, 'start one')
  if (late.length > 0)
    return fault(
      `${late.map(({ name, oldestSeconds }) => `${name} is late by ${Math.round(oldestSeconds / 60)} min`).join(', ')}`,
      "the server's log says why; npm run waitlist -- stats shows what is failing",
    )
  return ok(`${details}; ${workers.length} ${workers.length === 1 ? 'server is' : 'servers are'} at work`)
}
