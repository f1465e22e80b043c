import { eventually, testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { forgetAllJobs, skipBackOff, storedJobs } from '../../testing/jobs.ts'
import { deadJobs, retryDeadJobs, workersSeen } from './admin.ts'
import { enqueue } from './enqueue.ts'
import { defineJob, type JobContext, permanentFailure } from './job.ts'
import { bossOf, createQueues } from './queue.ts'
import { startWorker, type Worker, type WorkerOptions } from './worker.ts'

type Run = Pick<JobContext, 'attempt' | 'messageId' | 'signal'> & { id: number }
type Dependencies = { ran: Run[]; act: (run: Run) => Promise<void> }

const { db, url } = await testDatabase()
const lines: Array<Record<string, unknown>> = []
const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
const workers: Worker[] = []
const dependencies: Dependencies = { ran: [], act: async () => {} }

const definition = {
  payload: z.object({ id: z.number() }),
  maxAttempts: 2,
  run: async ({ ran, act }: Dependencies, { id }: { id: number }, context: JobContext) => {
    ran.push({ id, ...context })
    await act({ id, ...context })
  },
}
const work = defineJob({ name: 'test.work', ...definition })
const slow = defineJob({ name: 'test.slow', ...definition, oneAtATime: true })
await createQueues(db, [work, slow])

async function start(options: Partial<WorkerOptions<Dependencies>> = {}) {
  const worker = await startWorker({ database: { url }, dependencies, jobs: [work], log, ...options })
  workers.push(worker)
  return worker
}

const stored = async () => (await storedJobs(db)).length
const ids = () => dependencies.ran.map(({ id }) => id).sort((a, b) => a - b)

beforeEach(() => {
  dependencies.ran = []
  dependencies.act = async () => {}
  lines.length = 0
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await forgetAllJobs(db)
})

test('a job runs once with its payload and dependencies, and is deleted', async () => {
  await start()
  await enqueue(db, work, { id: 1 })
  await eventually(async () => expect(await stored()).toBe(0))
  expect(dependencies.ran).toMatchObject([{ id: 1, attempt: 1 }])
  expect(lines).toEqual([])
})

test('two workers share the jobs of a database without running any twice', async () => {
  await Promise.all([start(), start()])
  await Promise.all(Array.from({ length: 40 }, (_, id) => enqueue(db, work, { id })))
  await eventually(async () => expect(await stored()).toBe(0))
  expect(ids()).toEqual(Array.from({ length: 40 }, (_, id) => id))
})

test('a failed job is retried under the same message id, and is dead after its last attempt', async () => {
  dependencies.act = async () => {
    throw Object.assign(new Error('no answer about ana@example.com'), { code: 'ETIMEDOUT' })
  }
  await start()
  const job = await enqueue(db, work, { id: 7 })
  await eventually(() => expect(lines).toHaveLength(1))
  const failure = { job: 'test.work', id: job, of: 2, code: 'ETIMEDOUT', message: 'no answer about [address]' }
  expect(lines[0]).toMatchObject({ ...failure, attempt: 1, level: 40 })
  await eventually(async () => expect((await storedJobs(db))[0]?.startAfter.getTime()).toBeGreaterThan(Date.now() + 500))
  expect(await deadJobs(db)).toEqual([])

  await skipBackOff(db)
  await eventually(async () => expect(await deadJobs(db)).toMatchObject([{ id: job, name: 'test.work', attempts: 2 }]))
  expect(dependencies.ran.map((run) => run.attempt)).toEqual([1, 2])
  expect(new Set(dependencies.ran.map((run) => run.messageId)).size).toBe(1)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ ...failure, attempt: 2, level: 50 })
  expect((await deadJobs(db))[0]?.lastError).toBe('no answer about [address]')
})

test('a permanent failure is not retried, but an operator can revive it under the same message id', async () => {
  dependencies.act = async () => {
    throw permanentFailure('nobody lives there', { code: 'smtp_550' })
  }
  await start()
  const job = await enqueue(db, work, { id: 8 })
  await eventually(async () => expect(await deadJobs(db)).toMatchObject([{ id: job, lastError: 'nobody lives there' }]))
  expect(lines).toMatchObject([{ level: 50, attempt: 1, code: 'smtp_550' }])

  dependencies.act = async () => {}
  expect(await retryDeadJobs(db, 'test.slow')).toBe(0)
  expect(await retryDeadJobs(db, 'test.work')).toBe(1)
  await eventually(() => expect(dependencies.ran.map((run) => run.attempt)).toEqual([1, 1]))
  await eventually(async () => expect(await stored()).toBe(0))
  expect(new Set(dependencies.ran.map((run) => run.messageId)).size).toBe(1)
  expect(await retryDeadJobs(db, 'test.work')).toBe(0)
})

test('a stored payload that no longer validates is dead at once and is not logged', async () => {
  await start()
  await bossOf(db).send('test.work', { messageId: 'm', payload: { id: 'ana@example.com' } })
  await eventually(async () => expect(await deadJobs(db)).toHaveLength(1))
  expect(dependencies.ran).toEqual([])
  expect(JSON.stringify(lines)).not.toContain('ana')
})

test('a one-at-a-time job never overlaps across workers, while others run', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  dependencies.act = ({ id }) => (id < 10 ? finish : Promise.resolve())
  await Promise.all([start({ jobs: [work, slow] }), start({ jobs: [work, slow] })])
  await enqueue(db, slow, { id: 1 })
  await enqueue(db, slow, { id: 2 })
  await eventually(() => expect(dependencies.ran).toHaveLength(1))
  await Promise.all([10, 11, 12].map((id) => enqueue(db, work, { id })))
  await eventually(async () => expect(await stored()).toBe(2))
  expect(ids().slice(1)).toEqual([10, 11, 12])
  resolve()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(ids()).toEqual([1, 2, 10, 11, 12])
})

test('leaves unknown jobs to other workers', async () => {
  await enqueue(db, work, { id: 9 })
  await start({ jobs: [slow] })
  await start()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(dependencies.ran).toHaveLength(1)
})

test('stop waits for the running job and starts no other', async () => {
  const { promise: finish, resolve } = Promise.withResolvers<void>()
  dependencies.act = () => finish
  const worker = await start({ concurrency: 1 })
  await enqueue(db, work, { id: 1 })
  await enqueue(db, work, { id: 2 })
  await eventually(() => expect(dependencies.ran).toHaveLength(1))
  const order: string[] = []
  const stopped = worker.stop().then(() => order.push('stopped'))
  await enqueue(db, work, { id: 3 })
  order.push('finishing')
  resolve()
  await stopped
  workers.length = 0
  expect(order).toEqual(['finishing', 'stopped'])
  expect(await stored()).toBe(2)
  expect(dependencies.ran).toHaveLength(1)
})

test('stop aborts a job that does not end, returns it to the queue and resolves', async () => {
  const { promise: never } = Promise.withResolvers<void>()
  dependencies.act = () => never
  const worker = await start({ stopTimeout: 1_000 })
  await enqueue(db, work, { id: 1 })
  await eventually(() => expect(dependencies.ran).toHaveLength(1))
  await worker.stop()
  workers.length = 0
  expect(dependencies.ran[0]?.signal.aborted).toBe(true)
  dependencies.act = async () => {}
  await skipBackOff(db)
  await start()
  await eventually(async () => expect(await stored()).toBe(0))
  expect(dependencies.ran.map((run) => run.attempt)).toEqual([1, 2])
})

test('start fails when the worker cannot fetch jobs', async () => {
  await expect(start({ database: { url: url.replace(/\/[^/]*$/, '/no_such_database') } })).rejects.toThrow('does not exist')
})

test('stores an outcome despite a lost connection, and runs nothing twice', async () => {
  await start({ concurrency: 1 })
  dependencies.act = async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'duo-jobs' and datname = current_database()`.execute(
      db,
    )
  }
  for (let id = 1; id <= 5; id++) {
    await enqueue(db, work, { id })
    await eventually(() => expect(dependencies.ran).toHaveLength(id))
  }
  await eventually(async () => expect(await stored()).toBe(0))
  expect(dependencies.ran.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1])
})

async function connections() {
  const { rows } = await sql<{ pid: number; state: string }>`
    select pid, state from pg_stat_activity where application_name = 'duo-jobs' and datname = current_database()`.execute(db)
  return rows
}

/** Freezes the worker's idle connections, which hold no locks. With `until`, also those opened until it returns true. */
async function freezeConnections(until?: () => boolean) {
  const frozen = new Set<number>()
  const busyOf = async () => (await connections()).filter(({ state }) => state !== 'idle').map(({ pid }) => pid)
  await eventually(async () => {
    const others = (await connections()).map(({ pid }) => pid).filter((pid) => !frozen.has(pid))
    if (until?.()) return
    for (const pid of others) {
      process.kill(pid, 'SIGSTOP')
      frozen.add(pid)
    }
    // one that is frozen in a statement may hold locks, which would stop the new worker too
    const busy = await busyOf()
    for (const pid of busy) {
      if (frozen.delete(pid)) process.kill(pid, 'SIGCONT')
    }
    expect(busy).toEqual([])
    if (until) expect(until()).toBe(true)
  })
  return () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT')
  }
}

test('a worker whose connections no longer respond is replaced and logged', async () => {
  await start({ hungAfter: 1_500, stopTimeout: 1_000 })
  const reports = () => lines.filter(({ msg }) => /^job worker (?:hangs|replaced)/.test(String(msg)))
  const thaw = await freezeConnections(() => reports().length > 0)
  try {
    await enqueue(db, work, { id: 1 })
    await eventually(() => expect(dependencies.ran).toHaveLength(1))
  } finally {
    thaw()
  }
  const hangs = { msg: 'job worker hangs, replacing it', queues: ['test.work'], lastFetchSeconds: expect.any(Number) }
  const replaced = { msg: 'job worker replaced', oldestDueSeconds: expect.any(Number) }
  // on a busy machine the new worker may be as late as one that hangs
  await eventually(() => expect(reports().slice(0, 2)).toMatchObject([hangs, replaced]))
  await eventually(async () => expect(await stored()).toBe(0))
})

test('a worker whose connections no longer respond stops within seconds', async () => {
  const worker = await start({ stopTimeout: 1_000 })
  workers.length = 0
  const thaw = await freezeConnections()
  try {
    const startedAt = performance.now()
    await worker.stop()
    // the limit of a statement is 30 s
    expect(performance.now() - startedAt).toBeLessThan(15_000)
  } finally {
    thaw()
  }
})

test('lists workers and when they last fetched jobs', async () => {
  await start()
  await eventually(async () =>
    expect(await workersSeen(db)).toContainEqual({
      host: expect.any(String),
      pid: process.pid,
      last_look_seconds: expect.any(Number),
    }),
  )
})
