import { inTransaction } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forgetAllJobs, storedJobs } from '../../testing/jobs.ts'
import { waitingJobs } from './admin.ts'
import { enqueue, enqueueMany, enqueueMissing, enqueueWithin, onEnqueued } from './enqueue.ts'
import { defineJob } from './job.ts'
import { createQueues } from './queue.ts'

const { db } = await testDatabase()

const greet = defineJob({
  name: 'test.greet',
  payload: z.object({ id: z.uuid() }),
  maxAttempts: 3,
  run: async (_dependencies: object, _payload) => {},
})
const wave = defineJob({
  name: 'test.wave',
  payload: z.object({ id: z.uuid() }),
  run: async (_dependencies: object, _payload) => {},
})
await createQueues(db, [greet, wave])
const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const other = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5c'

const waiting = async () =>
  (await storedJobs(db)).map(({ name, data, retryLimit }) => ({ name, id: data.payload.id, retryLimit }))

afterEach(() => forgetAllJobs(db))

test('a job exists, and the worker is notified, only when the enqueuing transaction commits', async () => {
  const listener = vi.fn()
  const unsubscribe = onEnqueued(listener)
  const refused = inTransaction(db, async (tx) => {
    await enqueue(tx, greet, { id })
    throw new Error('changed my mind')
  })
  await expect(refused).rejects.toThrow('changed my mind')
  expect(await waiting()).toEqual([])
  expect(listener).not.toHaveBeenCalled()

  await inTransaction(db, async (tx) => {
    await enqueue(tx, greet, { id })
    expect(listener).not.toHaveBeenCalled()
  })
  expect(listener.mock.calls).toEqual([['test.greet']])
  expect(await waiting()).toEqual([{ name: 'test.greet', id, retryLimit: 2 }])
  unsubscribe()
})

test('a job within a statement of the caller is stored with it, once, and only under its condition', async () => {
  const within = async (isWanted: boolean) => {
    const job = await enqueueWithin(db, greet, { id }, sql<boolean>`(select wanted from choice)`)
    return sql`with choice as (select ${isWanted}::boolean as wanted), job as (${job}) select wanted from choice`.execute(db)
  }
  expect((await within(false)).rows).toEqual([{ wanted: false }])
  expect(await waiting()).toEqual([])
  expect((await within(true)).rows).toEqual([{ wanted: true }])
  expect(await waiting()).toEqual([{ name: 'test.greet', id, retryLimit: 2 }])
})

test('rejects an invalid payload and drops unknown fields', async () => {
  await expect(enqueue(db, greet, { id: 'ana' })).rejects.toThrow(z.ZodError)
  const person = { id, email: 'ana@example.com' }
  await enqueue(db, greet, person)
  expect((await storedJobs(db)).map(({ data }) => data.payload)).toEqual([{ id }])
})

test('a job replaces the waiting job with the same name and key, including its start time', async () => {
  const mirror = defineJob({
    ...greet,
    name: 'test.mirror',
    oneAtATime: true,
    run: async (_dependencies: object, _payload) => {},
  })
  await createQueues(db, [mirror])
  for (const each of [id, other]) await enqueue(db, mirror, { id: each }, { key: 'ana' })
  await enqueue(db, mirror, { id }, { key: 'bia' })
  expect((await waiting()).map((job) => job.id)).toEqual([other, id])
  await forgetAllJobs(db)

  await enqueue(db, greet, { id }, { key: 'ana', runAt: new Date('2031-02-03T04:05:06Z') })
  await enqueue(db, greet, { id: other }, { key: 'ana' })
  await enqueue(db, wave, { id }, { key: 'ana' })
  expect(await waiting()).toMatchObject([{ id: other }, { id }])
  expect(await waitingJobs(db)).toEqual([
    { name: 'test.greet', waiting: 1, failing: 0, oldest_seconds: 0 },
    { name: 'test.wave', waiting: 1, failing: 0, oldest_seconds: 0 },
  ])
})

test('jobs without a key do not replace each other', async () => {
  await enqueue(db, greet, { id })
  await enqueue(db, greet, { id })
  await enqueueMany(db, greet, [{ id: other }, { id: other }])
  expect((await waiting()).map((job) => job.id)).toEqual([id, id, other, other])
})

test('a job can be scheduled and is not overdue before its time', async () => {
  const runAt = new Date('2031-02-03T04:05:06Z')
  await enqueue(db, greet, { id }, { runAt })
  expect((await storedJobs(db))[0]?.startAfter).toEqual(runAt)
  expect(await waitingJobs(db)).toEqual([{ name: 'test.greet', waiting: 1, failing: 0, oldest_seconds: null }])
})

test('enqueues missing jobs only, and once for concurrent callers', async () => {
  await enqueue(db, greet, { id })
  const missing = () => enqueueMissing(db, greet, [{ id }, { id: other }], (job) => job.id)
  expect((await Promise.all([missing(), missing(), missing()])).sort()).toEqual([0, 0, 1])
  expect((await waiting()).map((job) => job.id)).toEqual([id, other])
  expect(await enqueueMissing(db, greet, [], () => '')).toBe(0)
})
