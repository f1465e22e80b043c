import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { compileOnce } from './compile-once.ts'
import { isDatabaseAway } from './errors.ts'
import { connect, type Lookups } from './index.ts'
import { testDatabase } from './testing.ts'

const { db, url } = await testDatabase()

function connectLookups() {
  const { lookups, close } = connect({ url, onError: () => {} })
  onTestFinished(close)
  return lookups
}

/** A statement's number and the connection it ran on. */
const numbered = compileOnce<{ n: number }, { n: number; pid: number }>(
  ({ n }) => sql`select ${n}::integer as n, pg_backend_pid() as pid`,
)

async function ask(lookups: Lookups, n: number) {
  const [row] = await numbered(lookups, { n })
  return row ?? { n: Number.NaN, pid: 0 }
}

const broken = (lookups: Lookups) => sql`select 1 / ${0}::integer`.execute(lookups)

test('what is asked in one turn shares a connection, and each question gets its own answer', async () => {
  const lookups = connectLookups()
  const answers = await Promise.all([1, 2, 3].map((n) => ask(lookups, n)))
  expect(answers.map(({ n }) => n)).toEqual([1, 2, 3])
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
})

test('a crowd is spread over several connections, and nobody gets the answer of another', async () => {
  const lookups = connectLookups()
  const asked = Array.from({ length: 200 }, (_, n) => n)
  const answers = await Promise.all(asked.map((n) => ask(lookups, n)))
  expect(answers.map(({ n }) => n)).toEqual(asked)
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(4)
})

test('a statement that fails does not harm those beside it', async () => {
  const lookups = connectLookups()
  const [before, failed, after] = await Promise.allSettled([ask(lookups, 1), broken(lookups), ask(lookups, 2)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '22012' } })
  expect([before, after]).toMatchObject([{ value: { n: 1 } }, { value: { n: 2 } }])
  expect(await ask(lookups, 3)).toMatchObject({ n: 3 })
})

test('a slow statement is not in the way of those of another turn', async () => {
  const lookups = connectLookups()
  let slowIsOver = false
  const slow = sql`select pg_sleep(2), ${1}::integer`.execute(lookups).then(() => {
    slowIsOver = true
  })
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where query like '%pg_sleep(2)%' and pid != pg_backend_pid()`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
  })
  expect(await ask(lookups, 1)).toMatchObject({ n: 1 })
  expect(slowIsOver).toBe(false)
  await slow
})

test('a connection that is lost fails all that share it, and the next question gets another', async () => {
  const lookups = connectLookups()
  const { pid } = await ask(lookups, 1)
  const sleeping = [1, 2].map(() => sql`select pg_sleep(${10})`.execute(lookups))
  const lost = Promise.allSettled(sleeping)
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity where pid = ${pid} and state = 'active'`.execute(db)
    expect(rows).toHaveLength(1)
  })
  await sql`select pg_terminate_backend(${pid}::integer)`.execute(db)
  for (const end of await lost) expect(isDatabaseAway((end as PromiseRejectedResult).reason)).toBe(true)
  const next = await ask(lookups, 2)
  expect(next.n).toBe(2)
  expect(next.pid).not.toBe(pid)
})

test('while the database cannot be reached everybody is told so, and nothing else is in the way afterwards', async () => {
  const { lookups, close } = connect({ url: 'postgres://nobody@127.0.0.1:1/none', onError: () => {} })
  onTestFinished(close)
  for (let turn = 0; turn < 2; turn += 1) {
    for (const end of await Promise.allSettled([1, 2, 3].map((n) => ask(lookups, n)))) {
      expect(isDatabaseAway((end as PromiseRejectedResult).reason)).toBe(true)
    }
  }
})

test('a statement that is compiled once is sent under one name, with the values of each call', async () => {
  const lookups = connectLookups()
  const among = compileOnce<{ wanted: string[]; limit: number }, { word: string }>(
    ({ wanted, limit }) => sql`
      select word from unnest(${wanted}::text[]) as word where word <> ${'never'} and word = any(${wanted}) order by word limit ${limit}`,
  )
  expect(await among(lookups, { wanted: ['b', 'a', 'never'], limit: 5 })).toEqual([{ word: 'a' }, { word: 'b' }])
  expect(await among(lookups, { wanted: ['d', 'c'], limit: 1 })).toEqual([{ word: 'c' }])
  const { rows } = await sql`select from pg_prepared_statements where statement like ${'%order by word%'}`.execute(lookups)
  expect(rows).toHaveLength(1)
})

test('where one fails to prepare a statement, those who wanted the same beside it are told the same, and it works once it can', async () => {
  const lookups = connectLookups()
  await ask(lookups, 1)
  const late = (n: number) => sql<{ n: number }>`select n from late_lookup where n = ${n}`.execute(lookups)
  for (const end of await Promise.allSettled([late(1), late(1), late(1)]))
    expect(end).toMatchObject({ status: 'rejected', reason: { code: '42P01' } })
  await sql`create table late_lookup as select 1 as n`.execute(db)
  const found = await Promise.all([late(1), late(1)])
  expect(found.map(({ rows }) => rows)).toEqual([[{ n: 1 }], [{ n: 1 }]])
})

test('a plan that a migration made stale is renewed once for all who share a connection', async () => {
  const lookups = connectLookups()
  await sql`create table changing_lookup as select 1 as n`.execute(db)
  const all = () => sql`select * from changing_lookup where n = ${1}`.execute(lookups)
  await all()
  await sql`alter table changing_lookup add column added text`.execute(db)
  const found = await Promise.all([all(), all(), all()])
  expect(found.map(({ rows }) => rows)).toEqual(Array(3).fill([{ n: 1, added: null }]))
  const prepared = sql`select from pg_prepared_statements where statement like ${'%from changing_lookup%'}`
  // the old one and its one successor
  expect((await prepared.execute(lookups)).rows).toHaveLength(2)
})

test('closing waits for what is being looked up', async () => {
  const { lookups, close } = connect({ url, onError: () => {} })
  await ask(lookups, 1)
  const running = sql`select ${7}::integer as n from pg_sleep(0.05)`.execute(lookups)
  await new Promise(setImmediate) // now it has the connection
  await Promise.all([close(), close()])
  expect((await running).rows).toEqual([{ n: 7 }])
})
