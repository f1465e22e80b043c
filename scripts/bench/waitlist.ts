import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Connection, connect } from '@duo/db/connection/connect.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { appRouter } from '@duo/features/server'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { testSecret, testSecretText } from '@duo/platform/testing/test-keys.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { record, replay } from './support/replay.ts'
import { type Row, short, writeReport } from './support/report.ts'
import { startServer } from './support/server.ts'
import { median } from './support/table.ts'

const sizes = (process.env.WAITLIST_ROWS ?? '1000000').split(',').map(Number)
const writers = 16
const seconds = 4
const rounds = 3

/** Compares joins and statuses on long lists with their bare statements, and those with minimal ones. Writes docs/benchmarks.md. */
export async function waitlist(): Promise<string> {
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await measure(size)))
  return writeReport('waitlist', rows)
}

async function measure(size: number): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'duo-bench-'))
  const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'duo-bench' })
  // as in production without SMTP, so that mails wait and their cost is not part of a join
  const outside = { DATABASE_URL: database.url, SECRET: testSecretText }
  const server = await startServer(dataDir, { TRUST_PROXY: '1', DATABASE_POOL: '20', ...outside })
  let straight: Connection | undefined
  try {
    await fill(database.db, size)
    const ids = await someIds(database.db, size, 500)
    const tickets = await Promise.all(
      ids.map((subject) => signTicket(testSecret, { purpose: ticketPurposes.member, subject, expiresIn: '1h' })),
    )
    straight = connect({
      url: database.url,
      poolMax: writers,
      statementTimeoutMs: 0,
      applicationName: 'duo-bench-straight',
      onError: (error) => console.error(error.message),
    })
    return await compare(size, straight, server.url, ids, tickets)
  } finally {
    await straight?.close()
    await database.close()
    await server.stop()
    await stopEmbedded({ dataDir })
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(db: Db, size: number) {
  await inTransaction(db, async (tx) => {
    await sql`insert into waitlist_signup (id, email, language, seat, referral_code, mailbox_hash, confirmed_at)
      select gen_random_uuid(), 'p' || n || '@example.com', 'en', n, 'BENCH' || n, 'hash' || n, now()
      from generate_series(1, ${size}::bigint) as n where n % 100 <> 0`.execute(tx)
    await sql`insert into waitlist_vacated_seat select n from generate_series(100, ${size}::bigint, 100) as n`.execute(tx)
    await sql`insert into waitlist_position_delta select seat, -1 from waitlist_vacated_seat`.execute(tx)
    await sql`insert into waitlist_advanced_seat (seat, key, friends)
      select n, n - 100 * (1 + n % 5), 1 + n % 5 from generate_series(50, ${size}::bigint, 100) as n`.execute(tx)
    await sql`insert into waitlist_position_delta select seat, -1 from waitlist_advanced_seat union all select key, 1 from waitlist_advanced_seat`.execute(
      tx,
    )
    await sql`select setval('waitlist_seat', ${size}::bigint)`.execute(tx)
    await sql`update waitlist_reconciliation set seat = ${size}::bigint`.execute(tx)
  })
  await sql`create table bench_plain (id uuid primary key, email text not null unique)`.execute(db)
  await sql`vacuum analyze`.execute(db)
  while ((await sql<{ left: boolean }>`select exists (select from waitlist_position_delta) as left`.execute(db)).rows[0]?.left)
    await new Promise((done) => setTimeout(done, 500))
  await sql`vacuum analyze waitlist_position_delta, waitlist_position_sum`.execute(db)
}

async function someIds(db: Db, size: number, count: number): Promise<string[]> {
  const seats = Array.from({ length: count }, (_, i) => Math.floor((i * size) / count) + 1)
  const { rows } = await sql<{ id: string }>`select id from waitlist_signup where seat = any(${seats}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

interface Load {
  /** Calls per second. */
  rate: number
  p50: number
  p95: number
}

async function load(workers: number, call: () => Promise<unknown>): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const work = async () => {
    while (performance.now() - start < seconds * 1000) {
      const startedAt = performance.now()
      await call()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  const sorted = times.sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  return { rate: (times.length / (performance.now() - start)) * 1000, p50: at(0.5), p95: at(0.95) }
}

const agent = new Agent({ keepAlive: true, maxSockets: writers })

// sends each call from another network, because of rate limits; node:http costs a third of `fetch`
let calls = 0
async function post(url: string, procedure: string, body: object) {
  calls += 1
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    request(`${url}/api/trpc/${procedure}`, { method: 'POST', agent, headers }, done).on('error', fail).end(JSON.stringify(body))
  })
  const responseText = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`${procedure} answered ${answer.statusCode}: ${responseText}`)
}

const oneOf = <T>(items: readonly T[]) => items[Math.floor(Math.random() * items.length)] as T

async function compare(size: number, { db, pool }: Connection, url: string, ids: string[], tickets: string[]) {
  const email = () => `${randomUUID()}@example.com`
  const joinOne = () => post(url, 'waitlist.join', { email: email(), language: 'en', invitedByCode: null })
  const statusOne = () => post(url, 'waitlist.status', { ticket: oneOf(tickets) })
  const call = createCaller(appRouter)(testContext(db))
  const joins = await record(pool, () => call.waitlist.join({ email: email(), language: 'en', invitedByCode: null }))
  const ticket = await signTicket(testSecret, { purpose: ticketPurposes.member, subject: oneOf(ids), expiresIn: '1h' })
  const looks = await record(pool, () => call.waitlist.status({ ticket }))
  const insertOne = () => pool.query('insert into bench_plain values ($1, $2)', [randomUUID(), email()])
  const readOne = () => pool.query('select email from waitlist_signup where id = $1', [oneOf(ids)])
  const countOne = () =>
    sql`select count(*) from waitlist_signup where seat < (select seat from waitlist_signup where id = ${oneOf(ids)})`.execute(db)
  const cases = {
    'plain insert': () => load(writers, insertOne),
    'statements of a join': () => load(writers, () => replay(pool, joins, true)),
    'join over HTTP': () => load(writers, joinOne),
    'read by key': () => load(writers, readOne),
    'statements of a status': () => load(writers, () => replay(pool, looks, false)),
    'status over HTTP': () => load(writers, statusOne),
    'status while 12 others join': async () => {
      const joining = load(12, joinOne)
      const status = await load(4, statusOne)
      await joining
      return status
    },
    'position by count(*), one at a time': () => load(1, countOne),
    'status, one at a time': () => load(1, statusOne),
  }
  const measured: Record<string, Load[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(cases)) measured[name] = [...(measured[name] ?? []), await run()]
  return rowsOf(size, measured)
}

function rowsOf(size: number, measured: Record<string, Load[]>): Row[] {
  const of = (name: string, value: keyof Load) => (measured[name] ?? []).map((one) => one[value])
  const row = (what: string, peer: string, value: keyof Load, goal?: Row['goal']): Row => {
    const unit = value === 'rate' ? '/s' : ' ms'
    const text = (name: string) => `${short(median(of(name, value)))}${unit}`
    return {
      what: `${what}, ${size.toLocaleString('en')} entries`,
      product: text(what),
      peer: `${peer}: ${text(peer)}`,
      ratios: of(what, value).map((one, i) => one / (of(peer, value)[i] ?? 0)),
      ...(goal && { goal }),
    }
  }
  return [
    row('statements of a join', 'plain insert', 'rate', { atLeast: 0.25 }),
    row('join over HTTP', 'statements of a join', 'rate'),
    row('statements of a status', 'read by key', 'p50', { atMost: 5 }),
    row('status over HTTP', 'statements of a status', 'rate', { atLeast: 0.25 }),
    row('status while 12 others join', 'status over HTTP', 'p95'),
    row('status, one at a time', 'position by count(*), one at a time', 'p50'),
  ]
}
