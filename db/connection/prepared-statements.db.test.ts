import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '../index.ts'
import { testDatabase } from '../testing.ts'
import { connect } from './connect.ts'

const { url } = await testDatabase()

function oneConnection(preparedStatements = true) {
  const { db, pool, close } = connect({ url, poolMax: 1, preparedStatements, onError: () => {} })
  onTestFinished(close)
  return { db, pool }
}

async function prepared(db: Db) {
  const { rows } = await sql<{ name: string; statement: string; uses: number }>`
    select name, statement, generic_plans + custom_plans as uses from pg_prepared_statements order by prepare_time`.execute(db)
  return rows
}

const byEmail = (db: Db, email: string) => db.selectFrom('waitlist_signup').select('id').where('email', '=', email).execute()

test('prepares a query once and reuses it, under the same name on every connection', async () => {
  const { db } = oneConnection()
  await byEmail(db, 'a@example.com')
  await byEmail(db, 'b@example.com')
  const statement = 'select "id" from "waitlist_signup" where "email" = $1'
  expect(await prepared(db)).toEqual([{ name: expect.stringMatching(/^[\w-]{27}$/), statement, uses: 2 }])

  const { db: other } = oneConnection()
  await byEmail(other, 'a@example.com')
  expect((await prepared(other)).map(({ name }) => name)).toEqual((await prepared(db)).map(({ name }) => name))
})

test('prepares the queries of libraries on the pool too, and keeps their own statement names', async () => {
  const { db, pool } = oneConnection()
  await pool.query('select $1::int as n', [1])
  await pool.query({ text: 'select $1::int as n', values: [2] })
  await pool.query({ name: 'theirs', text: 'select $1::text as t', values: ['x'] })
  expect((await prepared(db)).map(({ statement, uses }) => ({ statement, uses }))).toEqual([
    { statement: 'select $1::int as n', uses: 2 },
    { statement: 'select $1::text as t', uses: 1 },
  ])
  expect((await prepared(db)).at(-1)?.name).toBe('theirs')
})

test('does not prepare queries without parameters, very long ones, or any after the 500th', async () => {
  const { db, pool } = oneConnection()
  await pool.query('select 1')
  await pool.query(`select $1::int ${' '.repeat(8_000)}`, [1])
  expect(await prepared(db)).toEqual([])
  for (let n = 0; n < 501; n += 1) await pool.query(`select $1::int as n${n}`, [n])
  expect(await prepared(db)).toHaveLength(500)
  expect((await pool.query('select $1::int as n500', [7])).rows).toEqual([{ n500: 7 }])
})

test('prepares nothing behind a transaction pooler, not even statements that a library names', async () => {
  const { db, pool } = oneConnection(false)
  await byEmail(db, 'a@example.com')
  await pool.query({ name: 'theirs', text: 'select $1::text as t', values: ['x'] })
  expect(await prepared(db)).toEqual([])
})

test('a query that selects every column survives a migration that adds one', async () => {
  const { db } = oneConnection()
  await sql`create table changing (n int)`.execute(db)
  await sql`insert into changing values (1)`.execute(db)
  const all = (on: Db) => sql`select * from changing where n = ${1}`.execute(on)
  expect((await all(db)).rows).toEqual([{ n: 1 }])

  await sql`alter table changing add column added text`.execute(db)
  expect((await all(db)).rows).toEqual([{ n: 1, added: null }])

  // inside a transaction a retry is impossible, because Postgres has aborted it; the next one works
  await sql`alter table changing drop column added`.execute(db)
  const inside = () => db.transaction().execute(all)
  await expect(inside()).rejects.toMatchObject({ code: '0A000' })
  expect((await inside()).rows).toEqual([{ n: 1 }])
})

test('a query that failed to prepare succeeds once its table exists', async () => {
  const { db } = oneConnection()
  const late = () => sql`select n from late where n = ${1}`.execute(db)
  await expect(late()).rejects.toMatchObject({ code: '42P01' })
  await sql`create table late as select 1 as n`.execute(db)
  expect((await late()).rows).toEqual([{ n: 1 }])
})
