import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@duo/db/index.ts'
import { fromKysely, type Db as JobDatabase, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
import type { AnyJob, HeldJob, StoredJob } from './job.ts'

/** Where jobs go that used up their attempts or failed for good; an operator sends them back (`retryDeadJobs`). */
export const deadQueue = 'dead'

/** Where jobs of a restored backup wait until an operator lets them go (carry.ts): no worker looks there. */
export const heldQueue = 'held'

const hours = 3600
const years = 365 * 24 * hours

/** How jobs are kept and tried again. Times are in seconds. */
const options: QueueOptions = {
  // a job waits for as long as it must: without a mail server for months
  retentionSeconds: 10 * years,
  deleteAfterSeconds: 1 * hours,
  // longer than the slowest mail server takes
  expireInSeconds: 300,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 8 * hours,
  // a killed process shows no sign of life for this long before others take its jobs; the library's smallest
  heartbeatSeconds: 10,
}

const handle = new AsyncLocalStorage<JobDatabase>()

/** Never started: it polls nothing and opens no connection. Every call of it goes through the handle of `withBoss`. */
const boss = new PgBoss({
  db: {
    executeSql: (text, values) => {
      const db = handle.getStore()
      if (!db) throw new Error('the job library was called without a database handle')
      return db.executeSql(text, values)
    },
  },
  openTelemetry: { enabled: false },
})

/** Calls the job library through the given handle, so that what it stores belongs to the handle's transaction. */
export const withBoss = <T>(db: Db, use: (boss: PgBoss) => Promise<T>): Promise<T> => handle.run(fromKysely(db), () => use(boss))

/** Sees to it that the queues of these jobs are there and set as this build wants them. Not inside a transaction. */
export function createQueues(db: Db, jobs: readonly Omit<AnyJob<never>, 'perform'>[]): Promise<void> {
  return withBoss(db, async (boss) => {
    await boss.createQueue(deadQueue, { retentionSeconds: options.retentionSeconds })
    for (const { name, maxAttempts, oneAtATime } of jobs) {
      const wanted = { ...options, retryLimit: maxAttempts - 1, deadLetter: deadQueue }
      await boss.createQueue(name, { ...wanted, policy: oneAtATime ? 'singleton' : 'standard' })
      await boss.updateQueue(name, wanted)
    }
  })
}

/** Creates a queue, where it is missing, inside a transaction; the next start of a server gives it the settings of its own build. */
export function createQueueInside(tx: Db, name: string): Promise<void> {
  const { executeSql } = fromKysely(tx)
  const inside: JobDatabase = {
    executeSql: (text, values) => executeSql(values?.length ? text : withoutTransaction(text), values),
  }
  return handle.run(inside, async () => {
    if (await boss.getQueue(name)) return
    const isOurs = name === deadQueue || name === heldQueue
    await boss.createQueue(name, isOurs ? { retentionSeconds: options.retentionSeconds } : { ...options, deadLetter: deadQueue })
  })
}

/** The library brackets some texts with a transaction of their own, which would end ours. */
const withoutTransaction = (text: string) => text.replace(/^\s*(?:BEGIN|COMMIT|SET LOCAL [^;]*);\s*$/gm, '')

const page = 1000

/** Every job of a queue that waits, oldest first, a page at a time. */
export async function* queuedJobs<Data = StoredJob>(db: Db, name: string): AsyncGenerator<JobWithMetadata<Data>> {
  for (let after: string | undefined; ; ) {
    const found = await withBoss(db, (boss) => boss.findJobs<Data>(name, { queued: true, limit: page, after }))
    yield* found
    after = found.at(-1)?.id
    if (found.length < page) return
  }
}

/** The held jobs, oldest first; none where no backup was restored. With a name, only those that belong to that queue. */
export async function* heldJobs(db: Db, name?: string): AsyncGenerator<JobWithMetadata<HeldJob>> {
  if (!(await withBoss(db, (boss) => boss.getQueue(heldQueue)))) return
  for await (const job of queuedJobs<HeldJob>(db, heldQueue)) if (name === undefined || job.data.held.queue === name) yield job
}
