import { type Kysely, sql } from 'kysely'
import { getConstructionPlans, type Queue } from 'pg-boss'
import { runScript } from '../run-script.ts'

type Settings = Omit<Queue, 'name'>

/** A start creates or updates the queues of all jobs (platform/server/jobs/queue.ts). Commands may enqueue these before it. */
const mailQueues = ['waitlist.welcome', 'waitlist.link', 'waitlist.friend', 'waitlist.beta', 'auth.mail']

const retentionSeconds = 10 * 365 * 24 * 3600
const deadLetter = 'dead'
const options: Settings = { retentionSeconds, retryLimit: 24, retryBackoff: true, heartbeatSeconds: 10, deadLetter }

/** The job library's schema. */
export async function createJobs(db: Kysely<unknown>): Promise<void> {
  await runScript(db, withoutTransaction(getConstructionPlans()))
  await createQueue(db, deadLetter, { policy: 'standard', retentionSeconds })
  await createHeldQueue(db)
  for (const name of mailQueues) await createQueue(db, name, { ...options, policy: 'standard' })
  await createQueue(db, 'survey.mirror', { ...options, policy: 'singleton' })
}

/** For the jobs of a restored backup. */
export const createHeldQueue = <T>(db: Kysely<T>) => createQueue(db, 'held', { policy: 'standard', retentionSeconds })

const createQueue = <T>(db: Kysely<T>, name: string, settings: Settings) =>
  sql`select pgboss.create_queue(${name}, ${JSON.stringify(settings)}::jsonb)`.execute(db)

/** The library's script contains its own transaction, which would end ours. */
const withoutTransaction = (text: string) => text.replace(/^\s*(?:BEGIN|COMMIT|SET LOCAL [^;]*);\s*$/gm, '')
