import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Db } from '../index.ts'
import { migrate } from '../migrate.ts'
import { emptyDatabase } from '../testing.ts'
import { migrations } from './index.ts'

vi.mock('node:timers/promises', () => ({ setTimeout: vi.fn(async () => {}) }))

const name = '0028-plain-names'
const older = Object.fromEntries(Object.entries(migrations).filter(([other]) => other < name))
const upToThis = { ...older, [name]: migrations[name] ?? {} } as typeof migrations

/** Creates a database of the previous version with the heartbeat of one server. */
async function withRunningServer() {
  const { db } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up', older)
  await sql`insert into chat_process (id, beat_at) values (gen_random_uuid(), now() + interval '1 hour')`.execute(db)
  return db
}

const columnsOf = async (db: Db, table: string) =>
  (await db.introspection.getTables()).find((one) => one.name === table)?.columns.map((column) => column.name)

const oldName = '_(mover|gap|rank_delta|rank_node|reconciled|address|edition|suspicion|block|folded|put_away|away|beat_at)(_|$)'

/** Resolves when a session waits for the lock of a table. */
const untilWaitsFor = (db: Db, table: string) =>
  vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks where relation = ${table}::regclass and not granted`.execute(db)
    if (rows.length === 0) throw new Error(`no session waits for ${table}`)
  }, 8_000)

test('refuses to rename tables while a server is running, says what to do, and changes nothing', async () => {
  const db = await withRunningServer()
  await expect(migrate(db, 'up', upToThis)).rejects.toThrow(/one server is running on this database\. Stop every server/)
  expect(await columnsOf(db, 'chat_process')).toEqual(['id', 'beat_at'])
})

test('refuses when a server starts at the same time', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up', older)
  const server = await pool.connect()
  await server.query('begin')
  await server.query('insert into chat_process (id) values (gen_random_uuid())')
  const migrating = migrate(db, 'up', upToThis)
  const refused = expect(migrating).rejects.toThrow(/one server is running on this database/)
  await untilWaitsFor(db, 'chat_process')
  await server.query('commit')
  server.release()
  await refused
})

test('leaves no old name behind', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up', upToThis)
  const { rows } = await sql`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname ~ ${oldName}
    union all
    -- before Postgres 18, "not null" constraints have no names
    select conname from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' and conname ~ ${oldName}`.execute(
    db,
  )
  expect(rows).toEqual([])
})

test('waits until the heartbeat of a killed server expires, and refuses to roll back while a server is running', async () => {
  const db = await withRunningServer()
  // the last heartbeat expires during the wait
  const expire = vi.mocked(sleep).mockImplementation(async () => {
    await sql`update chat_process set beat_at = now() - interval '1 minute'`.execute(db)
  })
  onTestFinished(() => void expire.mockImplementation(async () => {}))
  await migrate(db, 'up', upToThis)
  expect(await columnsOf(db, 'chat_process')).toEqual(['id', 'heartbeat_at'])

  expire.mockImplementation(async () => {})
  await sql`update chat_process set heartbeat_at = now() + interval '1 hour'`.execute(db)
  await expect(migrate(db, 'down', upToThis)).rejects.toThrow(/Stop every server/)
  await sql`delete from chat_process`.execute(db)
  await migrate(db, 'down', upToThis)
  expect(await columnsOf(db, 'chat_process')).toEqual(['id', 'beat_at'])
})
