import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { enqueue, startWorker, type Worker } from './jobs.ts'
import { traced } from './jobs-recovery.child.ts'

const { db, pool, url } = await testDatabase()
await sql`create table run (process text, attempt int)`.execute(db)

const children: ChildProcess[] = []
const workers: Worker[] = []

/** Another server process, once it is ready for jobs. */
async function startChild(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'jobs-recovery.child.ts'), url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 8_000 })

async function start(name: string) {
  const log = pino({ level: 'silent' })
  workers.push(
    await startWorker({ pool, jobs: [traced], world: { db, process: name }, log, pollInterval: 100, recoveryInterval: 500 }),
  )
}

const runs = async () => (await sql<{ process: string; attempt: number }>`select process, attempt from run`.execute(db)).rows
const stored = async () => (await sql`select id from graphile_worker.jobs`.execute(db)).rows.length

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await sql`truncate run`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
})

test('the job of a killed process runs again, once, within seconds of a restart', async () => {
  const child = await startChild()
  await enqueue(db, traced, { endless: true })
  await eventually(async () => expect(await runs()).toHaveLength(1))
  child.kill('SIGKILL')
  await once(child, 'exit')

  await start('restarted')
  await eventually(async () => expect(await stored()).toBe(0))
  expect(await runs()).toEqual([
    { process: 'doomed', attempt: 1 },
    { process: 'restarted', attempt: 2 },
  ])
}, 15_000)

test('a process that lives keeps its jobs; when it is killed the others take them over', async () => {
  const child = await startChild()
  await enqueue(db, traced, { endless: true })
  await eventually(async () => expect(await runs()).toHaveLength(1))
  await Promise.all([start('other'), start('other')])
  // Longer than a look for abandoned jobs and its time of grace: had they been taken for abandoned, they would have run by now.
  const deadline = Date.now() + 3_500
  while (Date.now() < deadline) {
    await enqueue(db, traced, { endless: false })
    await eventually(async () => expect(await stored()).toBe(1))
  }
  expect((await runs()).filter((run) => run.attempt > 1)).toEqual([])

  child.kill('SIGKILL')
  await eventually(async () => expect(await stored()).toBe(0))
  expect((await runs()).filter((run) => run.attempt > 1)).toEqual([{ process: 'other', attempt: 2 }])
}, 20_000)
