import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { connect, type Db } from './index.ts'
import { type MigrationState, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { emptyDatabase } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const names = Object.keys(migrations)
const changed = (states: MigrationState[]) => states.filter((state) => state.changed).map(({ name }) => name)
const applied = (states: MigrationState[]) => states.filter(({ state }) => state === 'applied').map(({ name }) => name)

async function ownTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name)
}

test('up applies everything once, down undoes the newest, status changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  expect(await migrate(db, 'status')).toEqual(names.map((name) => ({ name, state: 'pending', changed: false })))
  expect(await ownTables(db)).toEqual([])

  expect(changed(await migrate(db, 'up'))).toEqual(names)
  expect(changed(await migrate(db, 'up'))).toEqual([])

  const down = await migrate(db, 'down')
  expect(changed(down)).toEqual(names.slice(-1))
  expect(applied(down)).toEqual(names.slice(0, -1))
  expect(changed(await migrate(db, 'up'))).toEqual(names.slice(-1))
})

test('every migration can be undone', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  await migrate(db, 'up')
  for (const _ of names) await migrate(db, 'down')
  expect(await ownTables(db)).toEqual([])
  expect(changed(await migrate(db, 'down'))).toEqual([])
  expect(changed(await migrate(db, 'up'))).toEqual(names)
})

test('a version that is older than the database says so, and changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  const oldOnes = { '0001-first': { up: async () => {} } }
  await migrate(db, 'up', { ...oldOnes, '0002-second': { up: async () => {} } })
  for (const action of ['up', 'down'] as const)
    await expect(migrate(db, action, oldOnes)).rejects.toThrow(
      /^this database was migrated by a newer version \(it has 0002-second\): run that version, or undo .*npm run migrate -- down\)$/,
    )
})

test('two processes that migrate at once apply each migration once', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const [first, second] = await Promise.all([migrate(db, 'up'), migrate(other.db, 'up')])
  expect([...changed(first), ...changed(second)]).toEqual(names)
})

test('a migration may take longer than a request; one that fails leaves nothing behind', async () => {
  const { url } = await emptyDatabase(onTestFinished)
  const { db, close } = connect({ url, statementTimeoutMs: 50, poolMax: 1, onError: () => {} })
  onTestFinished(close)
  const slow = { up: async (on: Db) => void (await sql`create table slow as select 1 as n from pg_sleep(0.2)`.execute(on)) }
  const broken = { up: async (on: Db) => void (await sql`create table broken (n nonsense)`.execute(on)) }

  await expect(migrate(db, 'up', { '0001-slow': slow, '0002-broken': broken })).rejects.toThrow(
    'migration 0002-broken failed: type "nonsense" does not exist',
  )
  expect(await ownTables(db)).toEqual([])
  expect(changed(await migrate(db, 'up', { '0001-slow': slow }))).toEqual(['0001-slow'])
  await expect(sql`select pg_sleep(1)`.execute(db)).rejects.toMatchObject({ code: '57014' })
})

test('the command line migrates while others are connected, and explains itself', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  expect(await ownTables(db)).toEqual([])
  expect(await command(url, 'up')).toEqual({ code: 0, stdout: lines('applied', names), stderr: '' })
  expect(await command(url, 'up')).toMatchObject({ code: 0, stdout: 'nothing to do: every migration is applied\n' })
  expect(await command(url, 'down')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^migrate down: this changes the database of DATABASE_URL \(127.*\): add --yes to do it\n$/),
  })
  expect(await command(url, 'down', '--yes')).toMatchObject({ code: 0, stdout: lines('pending', names.slice(-1)) })
  expect(await command(url, 'status')).toMatchObject({
    code: 0,
    stdout: lines('applied', names.slice(0, -1)) + lines('pending', names.slice(-1)),
  })
  expect(await command(url, 'sideways')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: ') })
  expect(await command('postgres://nobody@127.0.0.1:1/none', 'up')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'migrate up: cannot open the database at 127.0.0.1:1/none: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})

function lines(state: string, of: string[]): string {
  return of.map((name) => `${name}  ${state}\n`).join('')
}

async function command(url: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'migrate.ts'), ...args], {
    env: { ...process.env, DATABASE_URL: url },
  })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
