import type { Db } from '@duo/db/index.ts'
import { fromKysely, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
import type { AnyJob, HeldJob, StoredJob } from './job.ts'

/** Jobs without attempts left, until an operator revives them (`retryDeadJobs`). */
export const deadQueue = 'dead'

/** Jobs of a restored backup, until an operator releases them (carry.ts); no worker reads it. */
export const heldQueue = 'held'

const hours = 3600
const years = 365 * 24 * hours

const options: QueueOptions = {
  retentionSeconds: 10 * years,
  deleteAfterSeconds: 1 * hours,
  expireInSeconds: 300,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 8 * hours,
  heartbeatSeconds: 10, // the library's minimum: after this time, others take over the jobs of a killed process
}

/** The library on a connection or in a transaction of the caller. It is never started: it neither polls nor connects. */
export const bossOf = (db: Db) => new PgBoss({ db: fromKysely(db), openTelemetry: { enabled: false } })

let sender: { boss: PgBoss; queues: ReadonlySet<string> } | undefined

/** For sending with the option `db`. A server's handle knows its queues since `createQueues`; another one asks for the queue of each job. */
export const senderOf = (db: Db, queue: string) => (sender?.queues.has(queue) ? sender.boss : bossOf(db))

/** Creates or updates the queues of these jobs. Not inside a transaction: the library's statement has its own. */
export async function createQueues(db: Db, jobs: readonly Omit<AnyJob<never>, 'perform'>[]): Promise<void> {
  const boss = bossOf(db)
  for (const name of [deadQueue, heldQueue]) await boss.createQueue(name, { retentionSeconds: options.retentionSeconds })
  for (const { name, maxAttempts, oneAtATime } of jobs) {
    const wanted = { ...options, retryLimit: maxAttempts - 1, deadLetter: deadQueue }
    await boss.createQueue(name, { ...wanted, policy: oneAtATime ? 'singleton' : 'standard' })
    await boss.updateQueue(name, wanted)
  }
  sender = { boss, queues: new Set(jobs.map(({ name }) => name)) }
}

/** Creates queues that no job of this build has, such as those of an older backup. Not inside a transaction. */
export async function createMissingQueues(db: Db, names: Iterable<string>): Promise<void> {
  const boss = bossOf(db)
  for (const name of names) if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...options, deadLetter: deadQueue })
}

const page = 1000

export const queuedJobs = <Data = StoredJob>(db: Db, name: string) => jobsIn<Data>(db, name, { queued: true })

/** Of every state, unless only the queued ones are asked for. */
export async function* jobsIn<Data = StoredJob>(
  db: Db,
  name: string,
  filter: { queued?: true } = {},
): AsyncGenerator<JobWithMetadata<Data>> {
  const boss = bossOf(db)
  for (let after: string | undefined; ; ) {
    const found = await boss.findJobs<Data>(name, { ...filter, limit: page, after })
    yield* found
    after = found.at(-1)?.id
    if (found.length < page) return
  }
}

export async function* heldJobs(db: Db, name?: string): AsyncGenerator<JobWithMetadata<HeldJob>> {
  for await (const job of queuedJobs<HeldJob>(db, heldQueue)) if (name === undefined || job.data.held.queue === name) yield job
}
