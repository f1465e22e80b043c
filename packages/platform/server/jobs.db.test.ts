import { inTransaction } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob, enqueue, enqueueMissing, newJob } from './jobs.ts'

const { db } = await testDatabase()

const greet = defineJob({
  name: 'test.greet',
  payload: z.object({ id: z.uuid() }),
  maxAttempts: 3,
  run: async (_world: object, _payload) => {},
})
const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
const other = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5c'

async function waiting() {
  const { rows } = await sql<{ payload: unknown; runAt: Date; priority: number; maxAttempts: number }>`
    select payload, run_at as "runAt", priority, max_attempts as "maxAttempts" from graphile_worker._private_jobs order by id`.execute(
    db,
  )
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  return rows
}

test('a job exists only when the transaction that wanted it commits', async () => {
  const refused = inTransaction(db, async (tx) => {
    await enqueue(tx, greet, { id })
    throw new Error('changed my mind')
  })
  await expect(refused).rejects.toThrow('changed my mind')
  expect(await waiting()).toEqual([])

  await inTransaction(db, (tx) => enqueue(tx, greet, { id }))
  expect(await waiting()).toMatchObject([{ payload: { id }, maxAttempts: 3, priority: 0 }])
})

test('a payload that does not fit is refused, and what the schema does not name is not stored', async () => {
  await expect(enqueue(db, greet, { id: 'ana' })).rejects.toThrow(z.ZodError)
  const person = { id, email: 'ana@example.com' }
  await enqueue(db, greet, person)
  expect(await waiting()).toMatchObject([{ payload: { id } }])
})

test('of jobs with one key only the last waits, and keys of different jobs do not meet', async () => {
  const wave = defineJob({ name: 'test.wave', payload: z.object({ id: z.uuid() }), run: async (_world: object, _payload) => {} })
  await enqueue(db, greet, { id }, { key: 'ana' })
  await enqueue(db, greet, { id: other }, { key: 'ana' })
  await enqueue(db, wave, { id }, { key: 'ana' })
  expect(await waiting()).toMatchObject([{ payload: { id: other } }, { payload: { id } }])
})

test('jobs without a key all wait, also those that one statement stores, and are only inserted: no other is looked for', async () => {
  const undo = new Error('undo')
  const withoutSearch = inTransaction(db, async (tx) => {
    // the function in which graphile looks for jobs with the same key
    await sql`alter function graphile_worker.add_jobs rename to add_jobs_away`.execute(tx)
    await enqueue(tx, greet, { id })
    await enqueue(tx, greet, { id })
    await sql`select ${newJob(greet, { id: other })} from generate_series(1, 3)`.execute(tx)
    const { rows } = await sql<{
      payload: { id: string }
    }>`select payload from graphile_worker._private_jobs order by id`.execute(tx)
    expect(rows.map(({ payload }) => payload.id)).toEqual([id, id, other, other, other])
    throw undo
  })
  await expect(withoutSearch).rejects.toBe(undo)
})

test('a job can wait for a moment and go before others', async () => {
  const runAt = new Date('2031-02-03T04:05:06Z')
  await enqueue(db, greet, { id }, { runAt, priority: -5 })
  expect(await waiting()).toMatchObject([{ runAt, priority: -5 }])
})

const keysOf = async () => {
  const { rows } = await sql<{ key: string; attempts: number }>`
    select key, attempts::int from graphile_worker.jobs order by id`.execute(db)
  return rows.map(({ key, attempts }) => `${key} ${attempts}`)
}

test('of many jobs those are stored that neither wait nor run; dead ones start anew', async () => {
  const entries = ['waits', 'runs', 'dead', 'new'].map((key) => ({ key, payload: { id } }))
  for (const { key } of entries.slice(0, 3)) await enqueue(db, greet, { id: other }, { key })
  const jobs = sql.table('graphile_worker._private_jobs')
  await sql`update ${jobs} set attempts = 1 where key in ('test.greet:waits', 'test.greet:runs')`.execute(db)
  await sql`update ${jobs} set locked_at = now(), locked_by = 'a worker' where key = 'test.greet:runs'`.execute(db)
  await sql`update ${jobs} set attempts = max_attempts where key = 'test.greet:dead'`.execute(db)

  expect(await enqueueMissing(db, greet, entries, { priority: 3 })).toBe(2)
  expect(await keysOf()).toEqual(['test.greet:waits 1', 'test.greet:runs 1', 'test.greet:dead 0', 'test.greet:new 0'])
  expect((await waiting()).at(-1)).toMatchObject({ payload: { id }, priority: 3, maxAttempts: 3 })
  expect(await enqueueMissing(db, greet, [])).toBe(0)
})
