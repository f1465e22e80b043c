import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect } from '../connection/connect.ts'
import { makeSignup } from '../factories.ts'
import type { Db } from '../index.ts'
import { migrate } from '../migrate.ts'
import { describeCatalogue } from '../test-server/catalogue.ts'
import { databaseBeforeBaseline } from '../testing.ts'
import { replacedMigrations } from './adopt.ts'
import { migrations } from './index.ts'

const ours = Object.keys(migrations)

const applied = async (db: Db) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(({ name }) => name)

/** Creates a database of the version before the baseline, with content and an entry that is older than joins with a position. */
async function versionBefore(names?: readonly string[]) {
  const database = await databaseBeforeBaseline(onTestFinished, names)
  const { db } = database
  await sql`insert into data_key (wrapped, made_from_secret) values ('w', false)`.execute(db)
  const { id } = await makeSignup(db)
  const event = (last: number, kind: string, data: Record<string, number>) => ({
    id: `${id.slice(0, -1)}${last}`,
    signup_id: id,
    kind,
    data,
  })
  await db
    .insertInto('waitlist_event')
    .values([event(1, 'joined', { seat: 7 }), event(2, 'joined', { position: 8 }), event(3, 'confirmed', {})])
    .execute()
  return database
}

const eventData = async (db: Db) =>
  (await db.selectFrom('waitlist_event').select('data').orderBy('id').execute()).map(({ data }) => data)

test('a database of the version before is adopted with its content', async () => {
  const { db } = await versionBefore()
  expect((await migrate(db, 'up')).every(({ state }) => state === 'applied')).toBe(true)
  expect(await applied(db)).toEqual(ours)
  expect(await eventData(db)).toEqual([{ position: 7 }, { position: 8 }, {}])
  expect(await db.selectFrom('data_key').select('wrapped').execute()).toEqual([{ wrapped: 'w' }])
  expect(await db.selectFrom('waitlist_signup').select('seat').execute()).toEqual([{ seat: 1 }])
})

test('an adopted database has the baseline’s schema', async () => {
  const { db, pool } = await versionBefore()
  await migrate(db, 'up', Object.fromEntries(Object.entries(migrations).slice(0, 1)))
  await expect(await describeCatalogue(pool)).toMatchFileSnapshot('./0001-baseline.catalogue.txt')
})

test('an older database is refused with the version to use between, and nothing changes', async () => {
  const { db } = await versionBefore(replacedMigrations.slice(0, -1))
  await expect(migrate(db, 'up')).rejects.toThrow(
    /^this database is too old for this version \(its last migration is 0037-help-state\): start the version of commit 38583df0 with it once, then this one$/,
  )
  expect(await applied(db)).toEqual(replacedMigrations.slice(0, -1))
  expect(await eventData(db)).toEqual([{ seat: 7 }, { position: 8 }, {}])
})

test('two servers that start at once adopt a database once', async () => {
  const { db, pool, url } = await versionBefore()
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  // keeps the first one from finishing until both have begun
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from waitlist_event for update')
  const adopting = Promise.all([migrate(db, 'up'), migrate(other.db, 'up')])
  await vi.waitFor(async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    expect(rowCount).toBe(2)
  }, 8_000)
  await client.query('commit')
  client.release()
  await adopting
  expect(await applied(db)).toEqual(ours)
  expect(await eventData(db)).toEqual([{ position: 7 }, { position: 8 }, {}])
})

test('nothing is undone in a database that is not adopted yet', async () => {
  const { db } = await versionBefore()
  await expect(migrate(db, 'down')).rejects.toThrow(/^nothing to undo: an earlier version migrated this database$/)
  expect(await applied(db)).toEqual(replacedMigrations)
})
