import { deadLetters, storedJobs, waitingJobs } from '@duo/platform/testing/jobs.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from '../connection/connect.ts'
import type { Db } from '../index.ts'
import { migrate } from '../migrate.ts'
import { emptyDatabase } from '../testing.ts'
import { moveOldJobs } from './0013-jobs.ts'
import { migrations } from './index.ts'

// the part of graphile-worker 0.18's schema that we use
const oldSchema = `
  create schema graphile_worker;
  create table graphile_worker._private_tasks (id int primary key generated always as identity, identifier text not null unique);
  create table graphile_worker._private_jobs (
    id bigint primary key generated always as identity, job_queue_id int, task_id int not null, payload json not null default '{}',
    priority smallint not null default 0, run_at timestamptz not null default now(), attempts smallint not null default 0,
    max_attempts smallint not null default 25, last_error text, created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(), key text unique, locked_at timestamptz, locked_by text,
    revision int not null default 0, flags jsonb);
  create function graphile_worker.add_job(identifier text, payload json, run_at timestamptz default now(), job_key text default null)
    returns graphile_worker._private_jobs language sql as $$
      insert into graphile_worker._private_tasks (identifier) values (identifier) on conflict do nothing;
      insert into graphile_worker._private_jobs (task_id, payload, run_at, key)
        select id, add_job.payload, add_job.run_at, job_key from graphile_worker._private_tasks as task
        where task.identifier = add_job.identifier returning *;
    $$;
  create function graphile_worker.permanently_fail_jobs(job_ids bigint[], error_message text)
    returns setof graphile_worker._private_jobs language sql as $$
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = error_message where id = any(job_ids) returning *;
    $$;`

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0013'))
const upTo13 = { ...before, '0013-jobs': migrations['0013-jobs'] ?? { up: async () => {} } }

async function oldDatabase() {
  const database = await emptyDatabase(onTestFinished)
  await migrate(database.db, 'up', before)
  await database.pool.query(oldSchema)
  return database
}

type OldJob = { name?: string; key?: string | null; runAt?: Date; set?: string }

// enqueues as a server of the old build does
async function enqueueOld(db: Db, number: number, { name = 'waitlist.welcome', key, runAt, set }: OldJob = {}) {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify({ number })}::json, ${runAt ?? new Date()}::timestamptz,
    ${key === undefined ? `${name}:key-${number}` : key})`.execute(db)
  if (set)
    await sql`update graphile_worker._private_jobs set ${sql.raw(set)} where payload ->> 'number' = ${String(number)}`.execute(db)
}

const left = async (db: Db) =>
  (
    await sql<{
      number: number
    }>`select (payload ->> 'number')::int as number from graphile_worker._private_jobs order by 1`.execute(db)
  ).rows.map(({ number }) => number)
const moved = async (db: Db) => (await waitingJobs(db)).map(({ payload }) => payload.number)

test('moves waiting and dead jobs with their remaining attempts and Message-ID, but no job that a live worker has locked', async () => {
  const { db, url } = await oldDatabase()
  const alive = connect({ url, onError: () => {} })
  onTestFinished(alive.close)
  const client = await alive.pool.connect()
  await client.query(`select pg_advisory_lock(hashtextextended('alive', 0))`)
  const later = new Date('2031-02-03T04:05:06Z')
  await enqueueOld(db, 1, { set: `created_at = '2026-01-02 03:04:05Z'` })
  await enqueueOld(db, 2, { runAt: later, set: 'attempts = 3' })
  await enqueueOld(db, 3, { name: 'auth.mail', key: null, set: `attempts = max_attempts, last_error = 'SMTP 550'` })
  await enqueueOld(db, 4, { set: `locked_at = now(), locked_by = 'alive', attempts = 1` })
  await enqueueOld(db, 5, { set: `locked_at = now(), locked_by = 'gone', attempts = 1` })
  await enqueueOld(db, 6, { name: 'survey.mirror' })
  await enqueueOld(db, 7, { name: 'since.removed' })

  await migrate(db, 'up', upTo13)
  expect(await left(db)).toEqual([4])
  const jobs = (await storedJobs(db)).toSorted((a, b) => Number(a.data.payload.number) - Number(b.data.payload.number))
  expect(jobs).toMatchObject([
    { name: 'waitlist.welcome', data: { messageId: 'waitlist.welcome.1.mjwaid1k' }, retryLimit: 24, singletonKey: 'key-1' },
    { data: { payload: { number: 2 } }, startAfter: later, retryLimit: 21 },
    { data: { payload: { number: 5 } }, retryLimit: 23 },
    { name: 'survey.mirror', policy: 'singleton', singletonKey: null },
    { name: 'since.removed' },
  ])
  expect(await deadLetters(db)).toMatchObject([
    { sourceName: 'auth.mail', data: { payload: { number: 3 } }, sourceOutput: { message: 'SMTP 550' } },
  ])

  client.release(true)
  await expect.poll(() => moveOldJobs(db, 10)).toBe(1)
  expect(await left(db)).toEqual([])
})

test('moves jobs that an old server enqueues later exactly once, even with concurrent calls', async () => {
  const { db } = await oldDatabase()
  await migrate(db, 'up', upTo13)
  for (let number = 1; number <= 40; number++) await enqueueOld(db, number)
  const counts = await Promise.all([moveOldJobs(db, 15), moveOldJobs(db, 15), moveOldJobs(db, 15)])
  expect(counts.reduce((sum, count) => sum + count)).toBe(40)
  expect((await moved(db)).toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  expect(await moveOldJobs(db, 15)).toBe(0)
})

test('rolling back moves waiting and dead jobs to the old schema', async () => {
  const { db } = await oldDatabase()
  await enqueueOld(db, 1)
  await enqueueOld(db, 2, { set: 'attempts = max_attempts' })
  await migrate(db, 'up', upTo13)
  expect(await left(db)).toEqual([])
  await migrate(db, 'down', upTo13)
  expect(await left(db)).toEqual([1, 2])
  const { rows } = await sql`select from graphile_worker._private_jobs where attempts >= max_attempts`.execute(db)
  expect(rows).toHaveLength(1)
})
