import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Connection, connect } from '@duo/db/connection/connect.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { type Embedded, startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { enqueue } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { createQueues, withBoss } from '@duo/platform/server/jobs/queue.ts'
import { startWorker } from '@duo/platform/server/jobs/worker.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { z } from 'zod'
import { median, table } from './support/table.ts'

const writers = 16
const seconds = 3
const rounds = 5
const pickUps = 200

const job = (name: string, run: (id: string) => void = () => {}) =>
  defineJob({ name, payload: z.object({ id: z.uuid() }), run: async (_context: object, { id }) => run(id) })

/** Measures the cost of enqueuing a job in a transaction, and the delay until a worker picks it up. */
export async function jobs(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
  chmodSync(dataDir, 0o711)
  const embedded = await startEmbedded({ dataDir })
  const connection = connect({ url: embedded.url, poolMax: writers, onError: (error) => console.error(error.message) })
  try {
    await migrate(connection.db, 'up')
    return [await rates(connection), await waits(connection, embedded)].join('\n\n')
  } finally {
    await connection.close()
    await embedded.release()
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function rates({ db }: Connection): Promise<string> {
  const stored = job('bench.stored')
  await createQueues(db, [stored])
  await sql`create table bench_plain (id uuid primary key)`.execute(db)
  const cases: Record<string, (tx: Db, id: string) => Promise<unknown>> = {
    'one insert': async () => {},
    '… and a job': (tx, id) => enqueue(tx, stored, { id }),
    '… and a job with a key': (tx, id) => enqueue(tx, stored, { id }, { key: id }),
  }
  const found = new Map<string, number[]>(Object.keys(cases).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const [name, more] of Object.entries(cases)) found.get(name)?.push(await rate(db, more))
  return table([
    ['transaction, 16 at once', 'a second', 'lowest', 'highest'],
    ...[...found].map(([name, all]) => [name, ...[median(all), Math.min(...all), Math.max(...all)].map(Math.round)]),
  ])
}

async function rate(db: Db, more: (tx: Db, id: string) => Promise<unknown>): Promise<number> {
  const end = performance.now() + seconds * 1000
  let count = 0
  const write = async () => {
    for (; performance.now() < end; count++)
      await inTransaction(db, async (tx) => {
        const id = randomUUID()
        await sql`insert into bench_plain values (${id})`.execute(tx)
        await more(tx, id)
      })
  }
  await Promise.all(Array.from({ length: writers }, write))
  return count / seconds
}

async function waits({ db }: Connection, { url }: Embedded): Promise<string> {
  const startListeners = new Map<string, (at: number) => void>()
  const picked = job('bench.picked', (id) => startListeners.get(id)?.(performance.now()))
  await createQueues(db, [picked])
  const worker = await startWorker({ database: { url }, dependencies: {}, jobs: [picked], log: pino({ level: 'silent' }) })
  const wait = async (store: (id: string) => Promise<unknown>) => {
    const id = randomUUID()
    const start = new Promise<number>((done) => startListeners.set(id, done))
    await store(id)
    const stored = performance.now()
    return Math.max(0, (await start) - stored)
  }
  const measured = async (store: (id: string) => Promise<unknown>) => {
    const all: number[] = []
    for (let i = 0; i < pickUps; i++) {
      await sleep(Math.random() * 100)
      all.push(await wait(store))
    }
    all.sort((a, b) => a - b)
    const at = (share: number) => Number(all[Math.floor(all.length * share)]?.toFixed(1))
    return [at(0.5), at(0.95), at(0.99)]
  }
  try {
    const elsewhere = (id: string) => withBoss(db, (boss) => boss.send(picked.name, { messageId: id, payload: { id } }))
    return table([
      ['from the commit to the run, ms', 'p50', 'p95', 'p99'],
      ['stored by the same process', ...(await measured((id) => enqueue(db, picked, { id })))],
      ['stored by another process', ...(await measured(elsewhere))],
    ])
  } finally {
    await worker.stop()
  }
}
