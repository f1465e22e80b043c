import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db } from '@duo/db/index.ts'
import { fromKysely, type Db as JobDatabase, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss'
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

const handle = new AsyncLocalStorage<JobDatabase>()

/** Never started: it neither polls nor connects. Calls run through the handle of `withBoss`. */
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

export const withBoss = <T>(db: Db, use: (boss: PgBoss) => Promise<T>): Promise<T> => handle.run(fromKysely(db), () => use(boss))

/** Creates or updates the queues of these jobs. Not inside a transaction. */
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

/** For use inside a transaction; the next server start applies its own settings. */
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

/** The library's statements contain their own transaction, which would end ours. */
const withoutTransaction = (text: string) => text.replace(/^\s*(?:BEGIN|COMMIT|SET LOCAL [^;]*);\s*$/gm, '')

const page = 1000

export async function* queuedJobs<Data = StoredJob>(db: Db, name: string): AsyncGenerator<JobWithMetadata<Data>> {
  for (let after: string | undefined; ; ) {
    const found = await withBoss(db, (boss) => boss.findJobs<Data>(name, { queued: true, limit: page, after }))
    yield* found
    after = found.at(-1)?.id
    if (found.length < page) return
  }
}

export async function* heldJobs(db: Db, name?: string): AsyncGenerator<JobWithMetadata<HeldJob>> {
  if (!(await withBoss(db, (boss) => boss.getQueue(heldQueue)))) return
  for await (const job of queuedJobs<HeldJob>(db, heldQueue)) if (name === undefined || job.data.held.queue === name) yield job
}
