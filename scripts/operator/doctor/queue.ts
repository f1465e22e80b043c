import type { Db } from '@duo/db/index.ts'
import { mailJobs } from '@duo/features/server'
import { hasQueues, jobCounts, workersSeen } from '@duo/platform/server/jobs/admin.ts'
import type { Env } from '@duo/server/config/env.ts'
import { sendsMail } from '@duo/server/config/features.ts'
import { type Finding, fault, note, ok, skip } from './finding.ts'

/** Seconds. */
const lateAfter = 600

export async function checkQueue(db: Db, env: Env): Promise<Finding> {
  if (!(await hasQueues(db))) return skip('created by the first start')
  const counts = await jobCounts(db)
  const workers = await workersSeen(db)
  const dead = counts.filter((each) => each.dead > 0)
  if (dead.length > 0)
    return fault(
      `dead jobs: ${dead.map((each) => `${each.name} ${each.dead}`).join(', ')}`,
      'npm run waitlist -- stats shows the errors, npm run waitlist -- retry <name> retries',
    )
  const isHeld = (name: string) => !sendsMail(env) && mailJobs.some((job) => job.name === name)
  const late = counts.filter(({ name, oldestSeconds }) => oldestSeconds > lateAfter && !isHeld(name))
  const waiting = counts.reduce((sum, each) => sum + each.waiting, 0)
  const details = `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'}, none is dead`
  if (workers.length === 0) return note(`${details}; no server is running`, 'start one')
  if (late.length > 0)
    return fault(
      `${late.map(({ name, oldestSeconds }) => `${name} is late by ${Math.round(oldestSeconds / 60)} min`).join(', ')}`,
      "see the server's log; npm run waitlist -- stats shows what is failing",
    )
  return ok(`${details}; ${workers.length} ${workers.length === 1 ? 'server is' : 'servers are'} running`)
}
