import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@duo/db/connection/connect.ts'
import { mailJobs, otherJobs } from '@duo/features/server'
import { bossOf, createQueues, deadQueue } from '@duo/platform/server/jobs/queue.ts'
import { fillDisk, mountSmallDisk, unmount } from '@duo/platform/testing/faults/small-disk.ts'
import type { Response } from 'express'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { seriesValue } from '../testing/metrics.ts'
import { testApp } from '../testing/test-app.ts'
import { createMetrics } from './metrics.ts'

// room for one page at a time, and a pool with one connection
async function measured(disk = { folder: tmpdir(), isDatabaseFull: () => false }) {
  const one = { startsPerTick: 1, running: 1, waiting: 0 }
  const app = await testApp({}, undefined, { page: one, call: one, stream: one })
  onTestFinished(app.close)
  const metrics = createMetrics(app.appContext.log)
  const { pool, close } = connect({ url: app.database.url, poolMax: 1, onError: () => {} })
  onTestFinished(close)
  metrics.watch({ db: app.db, pools: { requests: pool }, shedder: app.shedder, disk })
  return { app, pool, value: async (series: string) => seriesValue(await metrics.text(), series) }
}

test('counts overload rejections by kind, also after they were logged', async () => {
  const { app, value } = await measured()
  const page = Promise.withResolvers<void>()
  void app.shedder.page({} as Response, () => page.promise)
  await expect.poll(() => value('duo_requests_running{kind="page"}')).toBe(1)
  for (let i = 0; i < 3; i++) expect((await fetch(`${app.url}/pricing?${i}`)).status).toBe(503)
  expect(await value('duo_requests_shed_total{kind="page"}')).toBe(3)
  // a second scrape adds nothing
  expect(await value('duo_requests_shed_total{kind="page"}')).toBe(3)
  expect(await value('duo_requests_shed_total{kind="call"}')).toBe(0)
  page.resolve()
  await expect.poll(() => value('duo_requests_running{kind="page"}')).toBe(0)
})

test('counts callers that wait for a connection', async () => {
  const { value, pool } = await measured()
  const client = await pool.connect()
  const waiting = pool.query('select 1')
  const state = (name: string) => value(`duo_database_connections{pool="requests",state="${name}"}`)
  expect([await state('total'), await state('idle'), await state('waiting')]).toEqual([1, 0, 1])
  client.release()
  await waiting
  expect([await state('total'), await state('idle'), await state('waiting')]).toEqual([1, 1, 0])
})

test('counts jobs by name and state, and reports the age of the oldest due job', async () => {
  const { app, value } = await measured()
  await createQueues(app.db, [...mailJobs, ...otherJobs])
  const send = (seconds: number) => bossOf(app.db).send('auth.mail', {}, { startAfter: new Date(Date.now() + seconds * 1000) })
  await send(-600)
  await send(-60)
  const failing = await send(3600)
  await sql`update pgboss.job set state = 'retry' where id = ${failing}`.execute(app.db)
  await sql`insert into pgboss.job (name, source_name) values (${deadQueue}, 'auth.mail')`.execute(app.db)
  expect(await value('duo_jobs{job="auth.mail",state="waiting"}')).toBe(3)
  expect(await value('duo_jobs{job="auth.mail",state="failing"}')).toBe(1)
  expect(await value('duo_jobs{job="auth.mail",state="dead"}')).toBe(1)
  expect(await value('duo_jobs{job="waitlist.welcome",state="waiting"}')).toBe(0)
  const oldest = await value('duo_jobs_oldest_due_seconds{job="auth.mail"}')
  expect(oldest).toBeGreaterThanOrEqual(600)
  expect(oldest).toBeLessThan(660)
})

test('reports the space of the data folder, and that the disk of the database is full', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'duo-metrics-'))
  if (!mountSmallDisk(folder)) return context.skip('only root can mount a small disk')
  onTestFinished(() => void unmount(folder))
  let isFull = false
  const { value } = await measured({ folder, isDatabaseFull: () => isFull })
  const all = () => Promise.all(['duo_disk_nearly_full', 'duo_database_disk_full'].map(value))
  expect(await all()).toEqual([0, 0])
  expect(await value('duo_disk_size_bytes')).toBe(150 * 1024 * 1024)
  fillDisk(join(folder, 'file'))
  isFull = true
  await expect.poll(all, { timeout: 5_000 }).toEqual([1, 1])
  expect(await value('duo_disk_free_bytes')).toBe(0)
})
