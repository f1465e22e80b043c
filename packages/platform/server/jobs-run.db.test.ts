import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob, enqueue, type JobContext, startWorker, type Worker, type WorkerOptions } from './jobs.ts'
import { deadJobs, retryDeadJobs } from './jobs-dead.ts'
import { permanentFailure } from './jobs-failure.ts'

type Run = Pick<JobContext, 'attempt' | 'messageId' | 'signal'> & { id: number }
type World = { ran: Run[]; act: (run: Run) => Promise<void> }

const { db, pool } = await testDatabase()
const lines: Array<Record<string, unknown>> = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
const workers: Worker[] = []
const world: World = { ran: [], act: async () => {} }

const work = defineJob({
  name: 'test.work',
  payload: z.object({ id: z.number() }),
  maxAttempts: 2,
  run: async ({ ran, act }: World, { id }, context) => {
    ran.push({ id, ...context })
    await act({ id, ...context })
  },
})

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 8_000 })

async function start(options: Partial<WorkerOptions<World>> = {}) {
  const worker = await startWorker({ pool, world, jobs: [work], log, pollInterval: 50, ...options })
  workers.push(worker)
  return worker
}

/** Lets a failed job run again now instead of after its back-off. */
const skipBackOff = () =>
  sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), run_at => now())`.execute(db)
const stored = async () => (await sql<{ n: number }>`select count(*)::int as n from graphile_worker.jobs`.execute(db)).rows[0]?.n

beforeEach(() => {
  world.ran = []
  world.act = async () => {}
  lines.length = 0
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

test('a job runs once, with its payload and its world, and is gone', async () => {
  await start()
  await enqueue(db, work, { id: 1 })
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran).toMatchObject([{ id: 1, attempt: 1 }])
  expect(lines).toEqual([])
})

test('two workers on one database share the jobs without running any twice', async () => {
  await Promise.all([start(), start()])
  await Promise.all(Array.from({ length: 40 }, (_, id) => enqueue(db, work, { id })))
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran.map((run) => run.id).sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, id) => id))
})

test('a failed job is tried again later under the same message id, and is dead after its last attempt', async () => {
  world.act = async () => {
    throw Object.assign(new Error('no answer about ana@example.com'), { code: 'ETIMEDOUT' })
  }
  await start()
  const job = await enqueue(db, work, { id: 7 })
  await eventually(() => expect(lines).toHaveLength(1))
  const failure = { job: 'test.work', id: job, of: 2, code: 'ETIMEDOUT', message: 'no answer about [address]' }
  expect(lines[0]).toMatchObject({ ...failure, attempt: 1, level: 40 })
  const backOff = sql<{ seconds: number }>`select extract(epoch from run_at - now())::float as seconds from graphile_worker.jobs`
  await eventually(async () => expect((await backOff.execute(db)).rows[0]?.seconds).toBeGreaterThan(1))
  expect(await deadJobs(db)).toEqual([])

  await skipBackOff()
  await eventually(async () => expect(await deadJobs(db)).toMatchObject([{ id: job, name: 'test.work', attempts: 2 }]))
  expect(world.ran.map((run) => run.attempt)).toEqual([1, 2])
  expect(new Set(world.ran.map((run) => run.messageId)).size).toBe(1)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ ...failure, attempt: 2, level: 50 })
  expect((await deadJobs(db))[0]?.lastError).toBe('no answer about [address]')
})

test('a permanent failure is not tried again, and an operator can retry it', async () => {
  world.act = async () => {
    throw permanentFailure('nobody lives there', { code: 'smtp_550' })
  }
  await start()
  const job = await enqueue(db, work, { id: 8 })
  await eventually(async () => expect(await deadJobs(db)).toMatchObject([{ id: job, lastError: 'nobody lives there' }]))
  expect(lines).toMatchObject([{ level: 50, attempt: 1, code: 'smtp_550' }])

  world.act = async () => {}
  expect(await retryDeadJobs(db, 'test.other')).toBe(0)
  expect(await retryDeadJobs(db, 'test.work')).toBe(1)
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran.map((run) => run.attempt)).toEqual([1, 1])
  expect(await retryDeadJobs(db, 'test.work')).toBe(0)
})

test('a stored payload that no longer fits is dead at once, without a look at its contents in the log', async () => {
  await start()
  await sql`select graphile_worker.add_job('test.work', '{"id":"ana@example.com"}')`.execute(db)
  await eventually(async () => expect(await deadJobs(db)).toHaveLength(1))
  expect(world.ran).toEqual([])
  expect(JSON.stringify(lines)).not.toContain('ana')
})

test('a job that runs one at a time never overlaps itself, on two workers, and leaves their other places free', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  world.act = ({ id }) => (id < 10 ? finish : Promise.resolve())
  const slow = defineJob({
    ...work,
    name: 'test.slow',
    oneAtATime: true,
    run: async (w: World, { id }, c) => {
      w.ran.push({ id, ...c })
      await w.act({ id, ...c })
    },
  })
  await Promise.all([start({ jobs: [work, slow] }), start({ jobs: [work, slow] })])
  await enqueue(db, slow, { id: 1 })
  await enqueue(db, slow, { id: 2 })
  await eventually(() => expect(world.ran).toHaveLength(1))
  await Promise.all([10, 11, 12].map((id) => enqueue(db, work, { id })))
  await eventually(async () => expect(await stored()).toBe(2))
  expect(world.ran.map(({ id }) => id).sort()).toEqual([1, 10, 11, 12])
  resolve()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran.at(-1)?.id).toBe(2)
})

test('jobs that this worker does not know are left for another', async () => {
  const other = defineJob({ name: 'test.other', payload: z.object({}), run: async (_world: World, _payload) => {} })
  await enqueue(db, work, { id: 9 })
  await start({ jobs: [other] })
  await start()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran).toHaveLength(1)
})

test('stop waits for the running job and starts no other', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  world.act = () => finish
  const worker = await start({ concurrency: 1 })
  await enqueue(db, work, { id: 1 })
  await enqueue(db, work, { id: 2 })
  await eventually(() => expect(world.ran).toHaveLength(1))
  const order: string[] = []
  const stopped = worker.stop().then(() => order.push('stopped'))
  await enqueue(db, work, { id: 3 })
  order.push('finishing')
  resolve()
  await stopped
  workers.length = 0
  expect(order).toEqual(['finishing', 'stopped'])
  expect(await stored()).toBe(2)
  expect(world.ran.map((run) => run.id)).toEqual([1])
})

test('a job that does not end is told to, then given back, and stop returns', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  world.act = () => never
  const worker = await start({ stopTimeout: 200 })
  await enqueue(db, work, { id: 1 })
  await eventually(() => expect(world.ran).toHaveLength(1))
  await worker.stop()
  workers.length = 0
  expect(world.ran[0]?.signal.aborted).toBe(true)
  world.act = async () => {}
  await start()
  await skipBackOff()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran.map((run) => run.attempt)).toEqual([1, 2])
})

test('a worker that cannot look for jobs says so when it is started', async () => {
  await sql`alter table graphile_worker._private_tasks rename to _private_tasks_away`.execute(db)
  await expect(start()).rejects.toMatchObject({ code: '42P01' })
  await sql`alter table graphile_worker._private_tasks_away rename to _private_tasks`.execute(db)
  await enqueue(db, work, { id: 1 })
  await start()
  await eventually(async () => expect(await stored()).toBe(0))
})

test('an outcome that could not be stored costs a second run, not the worker', async () => {
  await sql`create sequence outcome_attempts`.execute(db)
  await sql`create function refuse_first() returns trigger language plpgsql as $$ begin
    if nextval('outcome_attempts') = 1 then raise exception 'no room'; end if; return old; end $$`.execute(db)
  await sql`create trigger refuse_first before delete on graphile_worker._private_jobs
    for each row execute function refuse_first()`.execute(db)
  await start()
  await enqueue(db, work, { id: 1 })
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran.map((run) => run.attempt)).toEqual([1, 2])
  await enqueue(db, work, { id: 2 })
  await eventually(() => expect(world.ran).toHaveLength(3))
}, 10_000)

test('a worker whose connections are cut goes on by itself', async () => {
  await start()
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    db,
  )
  await eventually(() => enqueue(db, work, { id: 1 }))
  await eventually(async () => expect(await stored()).toBe(0))
  expect(world.ran).toHaveLength(1)
}, 10_000)
