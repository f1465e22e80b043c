import { type Db, inTransaction, onCommit } from '@duo/db/index.ts'
import { type RawBuilder, sql } from 'kysely'
import { fromKysely, type PgBoss, type SendOptions } from 'pg-boss'
import { v7 as uuid } from 'uuid'
import type { Job, JobPayload, StoredJob } from './job.ts'
import { heldJobs, queuedJobs, senderOf } from './queue.ts'

export type EnqueueOptions = {
  /** Replaces a waiting job of the same name and key; a running one is not affected. */
  key?: string
  runAt?: Date
}

/** A delay, which the library adds to the database's clock: a server whose clock is ahead must not postpone its mails. */
const atOnce = '0 seconds'

type Listener = (name: string) => void
const listeners = new Set<Listener>()

/** Calls back when a job enqueued by this process commits. Returns the unsubscribe function. */
export function onEnqueued(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Enqueues in the caller's transaction and returns the job's id. This process's worker runs it right after the commit. */
export async function enqueue<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  payload: Payload,
  { key, runAt }: EnqueueOptions = {},
): Promise<string> {
  const { name } = job
  const data = stored(job, payload)
  const options = { startAfter: runAt ?? atOnce, db: fromKysely(db) }
  const send = () => {
    const boss = senderOf(db, name)
    if (key === undefined) return boss.send(name, data, options)
    if (job.oneAtATime) return replaceWaiting(boss, name, { ...data, key }, options)
    return upsertJob(boss, name, data, { ...options, singletonKey: key })
  }
  const id = await send()
  if (!id) throw new Error(`the queue ${name} did not accept the job`)
  wake(db, job)
  return id
}

/**
 * The library's statement for one job as a part of a statement of the caller, which then enqueues without a round trip of its own.
 * Enqueues if `condition` is true there. Call `wake` after the commit.
 */
export async function enqueueWithin<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  payload: Payload,
  condition: RawBuilder<boolean>,
): Promise<RawBuilder<unknown>> {
  const written: { text: string; values: unknown[] }[] = []
  const executeSql = async (text: string, values: unknown[] = []) => {
    written.push({ text, values })
    return { rows: [{ id: 'not sent' }] }
  }
  await senderOf(db, job.name).send(job.name, stored(job, payload), { startAfter: atOnce, db: { executeSql } })
  const [before, after, ...more] = written[0]?.text.split('$1') ?? []
  if (written.length !== 1 || before === undefined || after === undefined || more.length > 0)
    throw new Error('the library enqueues a job by another statement than before')
  return sql`${sql.raw(before)}(case when ${condition} then ${written[0]?.values[0]}::text else '[]' end)${sql.raw(after)}`
}

/**
 * Repeated, because the library updates first and inserts then: a job that another transaction inserts, or a worker fetches, between
 * the two is met by neither.
 */
async function upsertJob(boss: PgBoss, name: string, data: StoredJob, options: SendOptions & { singletonKey: string }) {
  for (let attempts = 3; attempts > 0; attempts -= 1) {
    const { jobs } = await boss.upsert(name, data, options)
    if (jobs[0]) return jobs[0]
  }
}

/** Not the library's own key, which would let jobs with different keys run concurrently. */
async function replaceWaiting(boss: PgBoss, name: string, data: StoredJob & { key: string }, options: SendOptions) {
  const [waiting] = await boss.findJobs(name, { queued: true, data: { key: data.key }, limit: 1, db: options.db })
  // if it was fetched meanwhile, it may have read data from before the caller's changes
  const replaced = waiting && (await boss.update(name, data, { ...options, id: waiting.id })).updated > 0
  return replaced ? waiting.id : await boss.send(name, data, options)
}

export async function enqueueMany<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  if (payloads.length === 0) return
  const jobs = payloads.map((payload) => ({ data: stored(job, payload) }))
  await senderOf(db, job.name).insert(job.name, jobs, { db: fromKysely(db) })
  wake(db, job)
}

/** Enqueues the jobs whose `idOf` no waiting or held job has. Returns their number. Safe for concurrent callers. */
export function enqueueMissing<Payload extends JobPayload>(
  db: Db,
  job: Job<never, Payload>,
  payloads: readonly Payload[],
  idOf: (payload: Payload) => string,
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`enqueueMissing ${job.name}`}, 0))`.execute(tx)
    const present = new Set<string>()
    for (const waiting of [queuedJobs(tx, job.name), heldJobs(tx, job.name)])
      for await (const { data } of waiting) {
        const { data: payload } = job.payload.safeParse(data.payload)
        if (payload) present.add(idOf(payload))
      }
    const missing = payloads.filter((payload) => !present.has(idOf(payload)))
    await enqueueMany(tx, job, missing)
    return missing.length
  })
}

const stored = <Payload extends JobPayload>(job: Job<never, Payload>, payload: Payload): StoredJob<Payload> => ({
  messageId: `${job.name}.${uuid()}`,
  payload: job.payload.parse(payload),
})

/** Tells this process's worker of a job, once the transaction commits. */
export const wake = (db: Db, { name }: { name: string }) =>
  onCommit(db, () => {
    for (const listener of listeners) listener(name)
  })
