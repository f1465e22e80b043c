import { type Db, inTransaction } from '@duo/db/index.ts'
import type { JobInsert, JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { heldByName } from './admin.ts'
import type { HeldJob, StoredJob } from './job.ts'
import { bossOf, createMissingQueues, deadQueue, heldQueue, jobsIn, queuedJobs } from './queue.ts'

export const carriedJobSchema = z.object({
  queue: z.string(),
  id: z.string(),
  data: z.looseObject({ messageId: z.string(), payload: z.unknown() }),
  runAt: z.string(),
  key: z.string().nullable(),
  retries: z.number(),
  dead: z.string().nullable(),
})
export type CarriedJob = z.infer<typeof carriedJobSchema>

const page = 1000

/** A running job counts as waiting. Use a repeatable-read transaction for a consistent view. */
export async function* jobsToCarry(db: Db): AsyncGenerator<CarriedJob> {
  const queues = await bossOf(db).getQueues()
  for (const { name } of queues) {
    const isKept = name === heldQueue || name === deadQueue
    for await (const job of isKept ? queuedJobs(db, name) : jobsIn(db, name))
      if (isKept || ['created', 'retry', 'active'].includes(job.state)) yield toCarriedJob(name, job)
  }
}

function toCarriedJob(queue: string, job: JobWithMetadata<StoredJob>): CarriedJob {
  if (queue === heldQueue) {
    const { held, ...data } = job.data as HeldJob
    return { ...held, id: job.id, data }
  }
  const output = job.sourceOutput as { message?: string } | null
  return {
    queue: queue === deadQueue ? (job.sourceName ?? deadQueue) : queue,
    id: job.id,
    data: job.data,
    runAt: job.startAfter.toISOString(),
    key: job.singletonKey ?? null,
    retries: Math.max(0, job.retryLimit - job.retryCount),
    dead: queue === deadQueue ? (output?.message ?? 'dead') : null,
  }
}

/** Holds jobs from another database until `releaseHeldJobs`. Returns their number. */
export async function restoreJobs(tx: Db, jobs: AsyncIterable<CarriedJob>): Promise<number> {
  const boss = bossOf(tx)
  let stored = 0
  let batch: JobInsert[] = []
  const store = async () => {
    if (batch.length > 0) await boss.insert(heldQueue, batch)
    stored += batch.length
    batch = []
  }
  for await (const { id, data, ...rest } of jobs) {
    batch.push({ id, data: { ...data, held: rest } satisfies HeldJob })
    if (batch.length === page) await store()
  }
  await store()
  return stored
}

async function queueJobs(boss: PgBoss, jobs: CarriedJob[]): Promise<void> {
  for (const [queue, ofQueue] of Map.groupBy(jobs, (job) => job.queue)) {
    await boss.insert(queue, ofQueue.map(asInserted))
    // like the library: a job without attempts fails, and its dead copy keeps the queue's name
    for (const { id, dead } of ofQueue) if (dead !== null) await boss.fail(queue, id, { message: dead })
  }
}

const asInserted = ({ id, data, runAt, key, retries, dead }: CarriedJob): JobInsert => ({
  id,
  data,
  startAfter: runAt,
  retryLimit: dead === null ? retries : 0,
  ...(key === null ? {} : { singletonKey: key }),
})

/** Moves held jobs to their queues, unless a newer job with the same key exists. Can be repeated after a crash. Not inside a transaction. */
export async function releaseHeldJobs(db: Db): Promise<number> {
  const queues = await heldByName(db)
  await createMissingQueues(
    db,
    queues.map(({ name }) => name),
  )
  for (let released = 0; ; ) {
    const count = await inTransaction(db, releasePage)
    released += count
    if (count === 0) return released
  }
}

async function releasePage(tx: Db): Promise<number> {
  const boss = bossOf(tx)
  const jobs = (await boss.findJobs<HeldJob>(heldQueue, { queued: true, limit: page })).map((job) => toCarriedJob(heldQueue, job))
  if (jobs.length === 0) return 0
  await boss.deleteJob(
    heldQueue,
    jobs.map(({ id }) => id),
  )
  const newer = await Promise.all(jobs.map((job) => isStoredAgain(boss, job)))
  await queueJobs(
    boss,
    jobs.filter((_, at) => !newer[at]),
  )
  return jobs.length
}

async function isStoredAgain(boss: PgBoss, { queue, key, data }: CarriedJob): Promise<boolean> {
  const ownKey = data.key
  if (key === null && typeof ownKey !== 'string') return false
  const found = await boss.findJobs(queue, { queued: true, limit: 1, ...(key === null ? { data: { key: ownKey } } : { key }) })
  return found.length > 0
}
