import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openBreakingProxy } from '../../testing/faults/breaking-proxy.ts'
import { openJobDatabase } from './database.ts'

const { db, url } = await testDatabase()
await sql`create table effect (id int generated always as identity, what text)`.execute(db)
const log = pino({ level: 'silent' })

test.each([
  ['after the commit, before its response', (sent: string) => sent.includes('commit'), 'committed'],
  ['before the commit', (sent: string) => sent.includes('insert into effect'), 'inserted'],
])('a statement whose connection breaks %s takes effect once and returns its result', async (_when, breaks, what) => {
  const proxy = await openBreakingProxy(url, breaks)
  const { database, close } = openJobDatabase({ url: proxy.url }, log)
  onTestFinished(async () => {
    await close()
    proxy.close()
  })
  const answer = await database.executeSql('insert into effect (what) values ($1) returning id', [what])
  const { rows } = await sql<{ id: number }>`select id from effect where what = ${what}`.execute(db)
  expect(rows).toHaveLength(1)
  expect(answer.rows).toEqual(rows)
})

test('a faulty statement fails at once', async () => {
  const { database, close } = openJobDatabase({ url }, log)
  await expect(database.executeSql('select nothing')).rejects.toMatchObject({ code: '42703' })
  await close()
})
