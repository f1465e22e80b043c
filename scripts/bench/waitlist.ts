import { randomUUID } from 'node:crypto'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Connection, connect } from '@duo/db/connection/connect.ts'
import { openDatabase } from '@duo/db/connection/open.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { appRouter } from '@duo/features/server'
import { ticketPurposes } from '@duo/features/waitlist/tickets.ts'
import { signTicket } from '@duo/platform/server/security/signed-token.ts'
import { createCaller } from '@duo/platform/server/trpc.ts'
import { testSecret, testSecretText } from '@duo/platform/testing/test-keys.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { sql } from 'kysely'
import { record, replay } from './support/replay.ts'
import { comparison, type Row, short } from './support/report.ts'
import { startServer } from './support/server.ts'
import { median, percentile } from './support/table.ts'

const size = Number(process.env.WAITLIST_ROWS ?? '1000000')
const callers = 16
const seconds = 4
const rounds = 3

/** Compares joins and statuses on a long list with their bare statements, and those with minimal ones. */
export async function waitlist(): Promise<string> {
  const server = await startServer({ TRUST_PROXY: '1', DATABASE_POOL: '20', SECRET: testSecretText })
  const { db, url, close } = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined, applicationName: 'duo-bench' })
  // as many connections as callers
  const straight = connect({
    url,
    poolMax: callers,
    statementTimeoutMs: 0,
    applicationName: 'duo-bench-straight',
    onError: (error) => console.error(error.message),
  })
  try {
    await fill(db)
    return comparison(rowsOf(await measure(straight, server.url, await someIds(db, 500))))
  } finally {
    await straight.close()
    await close()
    await server.stop()
  }
}

async function fill(db: Db) {
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

async function someIds(db: Db, count: number): Promise<string[]> {
  const seats = Array.from({ length: count }, (_, i) => Math.floor((i * size) / count) + 1)
  const { rows } = await sql<{ id: string }>`select id from waitlist_signup where seat = any(${seats}::bigint[])`.execute(db)
  return rows.map(({ id }) => id)
}

interface Load {
  /** Calls per second. */
  rate: number
  p50: number
}

async function load(call: () => Promise<unknown>): Promise<Load> {
  const times: number[] = []
  const start = performance.now()
  const work = async () => {
    while (performance.now() - start < seconds * 1000) {
      const startedAt = performance.now()
      await call()
      times.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: callers }, work))
  return { rate: (times.length / (performance.now() - start)) * 1000, p50: percentile(times, 0.5) }
}

const agent = new Agent({ keepAlive: true, maxSockets: callers })

// sends each call from another network, because of rate limits; node:http costs a third of `fetch`
let calls = 0
async function askStatus(url: string, ticket: string) {
  calls += 1
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const call = request(`${url}/api/trpc/waitlist.status`, { method: 'POST', agent, headers }, done)
    call.on('error', fail).end(JSON.stringify({ ticket }))
  })
  const responseText = await text(answer)
  if (answer.statusCode !== 200) throw new Error(`waitlist.status answered ${answer.statusCode}: ${responseText}`)
}

const oneOf = (items: readonly string[]) => items[Math.floor(Math.random() * items.length)] ?? ''

async function measure({ db, pool }: Connection, url: string, ids: string[]): Promise<Record<string, Load[]>> {
  const email = () => `${randomUUID()}@example.com`
  const tickets = await Promise.all(
    ids.map((subject) => signTicket(testSecret, { purpose: ticketPurposes.member, subject, expiresIn: '1h' })),
  )
  const call = createCaller(appRouter)(testContext(db))
  const joins = await record(pool, () => call.waitlist.join({ email: email(), language: 'en', invitedByCode: null }))
  const looks = await record(pool, () => call.waitlist.status({ ticket: oneOf(tickets) }))
  const cases = {
    'plain insert': () => pool.query('insert into bench_plain values ($1, $2)', [randomUUID(), email()]),
    'statements of a join': () => replay(pool, joins, true),
    'read by key': () => pool.query('select email from waitlist_signup where id = $1', [oneOf(ids)]),
    'statements of a status': () => replay(pool, looks, false),
    'status over HTTP': () => askStatus(url, oneOf(tickets)),
  }
  const measured: Record<string, Load[]> = {}
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(cases)) measured[name] = [...(measured[name] ?? []), await load(run)]
  return measured
}

function rowsOf(measured: Record<string, Load[]>): Row[] {
  const of = (name: string, value: keyof Load) => (measured[name] ?? []).map((one) => one[value])
  const row = (what: string, peer: string, value: keyof Load, goal: Row['goal']): Row => {
    const unit = value === 'rate' ? '/s' : ' ms'
    const figure = (name: string) => `${short(median(of(name, value)))}${unit}`
    return {
      what: `${what}, ${size.toLocaleString('en')} entries`,
      product: figure(what),
      peer: `${peer}: ${figure(peer)}`,
      ratios: of(what, value).map((one, i) => one / (of(peer, value)[i] ?? 0)),
      goal,
    }
  }
  return [
    row('statements of a join', 'plain insert', 'rate', { atLeast: 0.25 }),
    row('statements of a status', 'read by key', 'p50', { atMost: 5 }),
    row('status over HTTP', 'statements of a status', 'rate', { atLeast: 0.25 }),
  ]
}
