import type { Db } from '@duo/db/index.ts'
import type { HeldJob, Job, JobPayload, StoredJob } from './job.ts'
import { bossOf, deadQueue, heldJobs, heldQueue, queuedJobs } from './queue.ts'

/** `failing`: tried before and waiting for a retry. `oldest_seconds`: age of the oldest due job. */
export type Waiting = { name: string; waiting: number; failing: number; oldest_seconds: number | null }

/** False until the first server start has created the tables. */
export const hasQueues = (db: Db): Promise<boolean> => bossOf(db).isInstalled()

export async function waitingJobs(db: Db): Promise<Waiting[]> {
  const found: Waiting[] = []
  for (const name of await queueNames(db)) found.push(await waitingOf(db, name))
  return found.filter(({ waiting }) => waiting > 0)
}

async function waitingOf(db: Db, name: string): Promise<Waiting> {
  const found: Waiting = { name, waiting: 0, failing: 0, oldest_seconds: null }
  for await (const { state, startAfter } of queuedJobs(db, name)) {
    found.waiting += 1
    if (state === 'retry') found.failing += 1
    const dueFor = Math.floor((Date.now() - startAfter.getTime()) / 1000)
    if (dueFor >= 0) found.oldest_seconds = Math.max(found.oldest_seconds ?? 0, dueFor)
  }
  return found
}

export async function heldByName(db: Db): Promise<{ name: string; jobs: number }[]> {
  const counts = new Map<string, number>()
  for await (const { data } of heldJobs(db)) counts.set(data.held.queue, (counts.get(data.held.queue) ?? 0) + 1)
  return [...counts].map(([name, jobs]) => ({ name, jobs }))
}

/** Counts stop at `maxCounted`. `oldestSeconds`: age of the oldest due job, 0 if none. */
export type JobCounts = { name: string; waiting: number; failing: number; dead: number; oldestSeconds: number }

/** Counting a million jobs takes minutes, and beyond this number the queue needs an operator anyway. */
export const maxCounted = 1000

export async function jobCounts(db: Db): Promise<JobCounts[]> {
  const first = (name: string) => bossOf(db).findJobs<StoredJob>(name, { queued: true, limit: maxCounted })
  const dead = await first(deadQueue)
  const counts: JobCounts[] = []
  for (const name of await queueNames(db)) {
    const jobs = await first(name)
    const due = jobs.map(({ startAfter }) => (Date.now() - startAfter.getTime()) / 1000)
    counts.push({
      name,
      waiting: jobs.length,
      failing: jobs.filter(({ state }) => state === 'retry').length,
      dead: dead.filter(({ sourceName }) => sourceName === name).length,
      oldestSeconds: Math.max(0, ...due),
    })
  }
  return counts
}

/** No attempts left, or failed permanently. Stays until an operator retries it. */
export type DeadJob = { id: string; name: string; attempts: number; lastError: string | null; enqueuedAt: Date }

/** Oldest first. `lastError` is redacted; null when the process was killed. */
export async function deadJobs(db: Db): Promise<DeadJob[]> {
  const dead: DeadJob[] = []
  for await (const job of queuedJobs(db, deadQueue))
    dead.push({
      id: job.sourceId ?? job.id,
      name: job.sourceName ?? deadQueue,
      attempts: (job.sourceRetryCount ?? 0) + 1,
      lastError: messageOf(job.sourceOutput),
      enqueuedAt: job.sourceCreatedOn ?? job.createdOn,
    })
  return dead
}

const messageOf = (output: unknown) =>
  typeof output === 'object' && output !== null && 'message' in output ? String(output.message) : null

/** Resets the attempts of the dead jobs of one name. Returns their number. */
export async function retryDeadJobs(db: Db, name: string): Promise<number> {
  const createdBefore = new Date()
  for (let retried = 0; ; ) {
    const moved = await bossOf(db).redrive(deadQueue, { sourceName: name, createdBefore })
    retried += moved
    if (moved === 0) return retried
  }
}

/** Finds jobs whose payload contains `about`, for example a user id. Held jobs count as waiting. */
export async function jobsAbout(db: Db, about: Record<string, string>) {
  const find = (queue: string) => bossOf(db).findJobs<StoredJob>(queue, { queued: true, data: { payload: about } })
  const dead = Map.groupBy(await find(deadQueue), ({ sourceName }) => sourceName)
  const held = Map.groupBy(await find(heldQueue), ({ data }) => (data as HeldJob).held.queue)
  const counted: { name: string; waiting: number; dead: number }[] = []
  for (const name of await queueNames(db))
    counted.push({
      name,
      waiting: (await find(name)).length + (held.get(name)?.length ?? 0),
      dead: dead.get(name)?.length ?? 0,
    })
  return counted.filter(({ waiting, dead }) => waiting + dead > 0)
}

/** Lists workers with a live heartbeat and when each last fetched jobs. */
export async function workersSeen(db: Db) {
  const instances = await bossOf(db).getInstances()
  return instances
    .filter(({ live, workers }) => live && workers.length > 0)
    .map(({ host, pid, heartbeatOn, workers }) => {
      const fetches = workers.flatMap(({ active, lastFetchedOn }) =>
        active === 0 && lastFetchedOn ? [Date.parse(lastFetchedOn)] : [],
      )
      const oldest = Math.min(heartbeatOn.getTime(), ...fetches)
      return { host, pid, last_look_seconds: Math.max(0, Math.round((Date.now() - oldest) / 1000)) }
    })
}

async function queueNames(db: Db): Promise<string[]> {
  const queues = await bossOf(db).getQueues()
  return queues.map(({ name }) => name).filter((name) => name !== deadQueue && name !== heldQueue)
}

export async function forgetJobs<Payload extends JobPayload>(
  db: Db,
  { name, payload }: Job<never, Payload>,
  isPointless: (payload: Payload) => boolean,
): Promise<void> {
  for (const queue of [name, deadQueue, heldQueue]) {
    const ids: string[] = []
    for await (const { id, data, sourceName } of queue === heldQueue ? heldJobs(db, name) : queuedJobs(db, queue)) {
      const { data: found } = payload.safeParse(data.payload)
      const belongs = queue === heldQueue || (sourceName ?? queue) === name
      if (belongs && found && isPointless(found)) ids.push(id)
    }
    if (ids.length > 0) await bossOf(db).deleteJob(queue, ids)
  }
}
