import type { Db } from '@duo/db/index.ts'
import { eventually } from '@duo/db/testing.ts'
import type { JobWithMetadata, PgBoss } from 'pg-boss'
import { expect } from 'vitest'
import type { StoredJob } from '../server/jobs/job.ts'
import { bossOf, deadQueue } from '../server/jobs/queue.ts'

type Stored = JobWithMetadata<StoredJob<Record<string, unknown>>>

export async function storedJobs(db: Db): Promise<Stored[]> {
  return (await inQueues(db, (boss, name) => boss.findJobs<Stored['data']>(name, { limit: 100_000 }))).filter(
    ({ name, state }) => name !== deadQueue && ['created', 'retry', 'active'].includes(state),
  )
}

export async function waitingJobs(db: Db): Promise<{ name: string; payload: Record<string, unknown> }[]> {
  return (await storedJobs(db)).map(({ name, data }) => ({ name, payload: data.payload }))
}

export const forgetAllJobs = (db: Db) => bossOf(db).deleteAllJobs()

/** Makes failed jobs due. Waits for those that run: a failure is logged before it is stored. */
export async function skipBackOff(db: Db): Promise<void> {
  await eventually(async () => expect((await storedJobs(db)).filter(({ state }) => state === 'active')).toEqual([]))
  for (const { name, id, state } of await storedJobs(db))
    if (state === 'retry') await bossOf(db).update(name, undefined, { id, startAfter: new Date() })
}

export async function killJobs(db: Db, message = 'refused'): Promise<void> {
  const boss = bossOf(db)
  for (const { name, id } of await storedJobs(db)) {
    await boss.update(name, undefined, { id, retryLimit: 0 })
    await boss.fail(name, id, { message })
  }
}

async function inQueues<T extends { createdOn: Date }>(db: Db, find: (boss: PgBoss, name: string) => Promise<T[]>): Promise<T[]> {
  const boss = bossOf(db)
  const found: T[] = []
  for (const { name } of await boss.getQueues()) found.push(...(await find(boss, name)))
  return found.sort((a, b) => a.createdOn.getTime() - b.createdOn.getTime())
}
