import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runMigrateCommand } from './cli/migrate-command.ts'
import { connect } from './connection/connect.ts'
import type { Db } from './index.ts'
import { type MigrationState, migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { emptyDatabase, testDatabase } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

const names = Object.keys(migrations)
const upTo = (newest: string) => Object.fromEntries(Object.entries(migrations).filter(([name]) => name <= newest))
const changed = (states: MigrationState[]) => states.filter((state) => state.changed).map(({ name }) => name)
const applied = (states: MigrationState[]) => states.filter(({ state }) => state === 'applied').map(({ name }) => name)

async function ownTables(db: Db): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.filter(({ schema }) => schema === 'public').map(({ name }) => name)
}

/** Later migrations, newest last: ours may be the baseline alone. */
const later = Object.fromEntries(
  ['9998-first', '9999-second'].map((name): [string, Migration] => {
    const table = sql.id(`later_${name.slice(5)}`)
    return [
      name,
      {
        up: async (db) => void (await sql`create table ${table} (n int not null)`.execute(db)),
        down: async (db) => void (await sql`drop table ${table}`.execute(db)),
      },
    ]
  }),
)
const withLater = { ...migrations, ...later }

test('up applies everything once, down rolls back the newest, status changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  const all = Object.keys(withLater)
  expect(await migrate(db, 'status', withLater)).toEqual(all.map((name) => ({ name, state: 'pending', changed: false })))
  expect(await ownTables(db)).toEqual([])

  expect(changed(await migrate(db, 'up', withLater))).toEqual(all)
  expect(changed(await migrate(db, 'up', withLater))).toEqual([])

  const down = await migrate(db, 'down', withLater)
  expect(changed(down)).toEqual(['9999-second'])
  expect(applied(down)).toEqual(all.slice(0, -1))
  expect(await ownTables(db)).toContain('later_first')
  expect(await ownTables(db)).not.toContain('later_second')
  expect(changed(await migrate(db, 'up', withLater))).toEqual(['9999-second'])
})

test('every migration after the baseline can be rolled back; the baseline refuses, and its tables stay', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  const [baseline = ''] = names
  await migrate(db, 'up', upTo(baseline))
  const tables = await ownTables(db)
  await migrate(db, 'up')
  for (const name of names.slice(1).reverse()) expect(changed(await migrate(db, 'down'))).toEqual([name])
  await expect(migrate(db, 'down')).rejects.toThrow(
    /^migration 0001-baseline failed: it made every table, .*: use a new database or DATA_DIR/,
  )
  expect(await ownTables(db)).toEqual(tables)
  expect(changed(await migrate(db, 'up'))).toEqual(names.slice(1))
})

test('an older version refuses to migrate a newer database, and changes nothing', async () => {
  const { db } = await emptyDatabase(onTestFinished)
  const oldOnes = { '0001-first': { up: async () => {} } }
  await migrate(db, 'up', { ...oldOnes, '0002-second': { up: async () => {} } })
  for (const action of ['up', 'down'] as const)
    await expect(migrate(db, action, oldOnes)).rejects.toThrow(
      /^this database was migrated by a newer version \(it has 0002-second\): run that version, or undo .*npm run migrate -- down\)$/,
    )
})

/** A row per table that the migration creates. */
function readRows(name: string): string {
  const file = join(import.meta.dirname, 'migrations', `${name}.rows.sql`)
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

test('a database with rows in every table migrates up step by step, down to the baseline, and up again', async () => {
  const { db, pool } = await emptyDatabase(onTestFinished)
  const entries = async () => (await pool.query('select email from waitlist_signup order by seat')).rows.map(({ email }) => email)
  for (const name of names) {
    expect(changed(await migrate(db, 'up', upTo(name)))).toEqual([name])
    await pool.query(readRows(name))
    for (const table of await ownTables(db))
      expect((await pool.query(`select from ${table}`)).rowCount, `rows in ${table}`).not.toBe(0)
  }
  for (const name of names.slice(1).reverse()) expect(changed(await migrate(db, 'down'))).toEqual([name])
  expect(await entries()).toEqual(['ana@example.com', 'bia@example.com'])
  expect(changed(await migrate(db, 'up'))).toEqual(names.slice(1))
  expect(await entries()).toEqual(['ana@example.com', 'bia@example.com'])
})

test('two concurrent processes apply each migration once', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const [first, second] = await Promise.all([migrate(db, 'up'), migrate(other.db, 'up')])
  expect([...changed(first), ...changed(second)]).toEqual(names)
})

test('succeeds when another process renames tables while this one lists them', async () => {
  const { db, pool, url } = await emptyDatabase(onTestFinished)
  await sql`create table first (id int not null); create table second (id int not null)`.execute(db)
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const renaming = await pool.connect()
  await renaming.query('begin')
  // the listing needs it for each table, so it waits after it has read the old names
  await renaming.query('lock table pg_depend in access exclusive mode')
  const migrating = migrate(other.db, 'up', { '0001-nothing': { up: async () => {} } })
  await vi.waitFor(async () => {
    const { rowCount } = await renaming.query(`select from pg_locks where relation = 'pg_depend'::regclass and not granted`)
    expect(rowCount).toBe(1)
  }, 8_000)
  await renaming.query('alter table first rename to third')
  await renaming.query('alter table second rename to fourth')
  await renaming.query('commit')
  renaming.release()
  expect(changed(await migrating)).toEqual(['0001-nothing'])
})

test('a migration may take longer than a request, and a failing one leaves nothing behind', async () => {
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

test('the command migrates while other clients are connected, and prints the result', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  expect(await ownTables(db)).toEqual([])
  expect(await command(url, 'up')).toEqual({ code: 0, stdout: lines('applied', names), stderr: '' })
  expect(await command(url, 'up')).toMatchObject({ code: 0, stdout: 'nothing to do: every migration is applied\n' })
  expect(await command(url, 'down')).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^migrate down: this changes the database of DATABASE_URL \(127.*\), and there is no terminal for the confirmation: add --yes to do it\n$/,
    ),
  })
  expect(await command(url, 'status')).toMatchObject({ code: 0, stdout: lines('applied', names) })
  expect(await command(url, 'sideways')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Usage: ') })
  expect(await command('postgres://nobody@127.0.0.1:1/none', 'up')).toEqual({
    code: 1,
    stdout: '',
    stderr: 'migrate up: cannot open the database at 127.0.0.1:1/none: connect ECONNREFUSED 127.0.0.1:1\n',
  })
})

test('down asks for confirmation at a terminal and requires --yes elsewhere, also for the embedded database', async () => {
  const { db, url } = await testDatabase(onTestFinished)
  const withLaterOnes: typeof migrate = (on, action) => migrate(on, action, withLater)
  await withLaterOnes(db, 'up')
  vi.stubEnv('DATABASE_URL', url)
  onTestFinished(() => void vi.unstubAllEnvs())
  const output = vi.spyOn(console, 'log').mockImplementation(() => {})
  const complained = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const ask = async (answer: string, isTTY = true, flags: string[] = []) => {
    const terminal = { stdin: Object.assign(new PassThrough(), { isTTY }), stderr: Object.assign(new PassThrough(), { isTTY }) }
    terminal.stdin.end(answer)
    const code = await runMigrateCommand(['down', ...flags], withLaterOnes, terminal)
    terminal.stderr.end()
    return { code, prompt: await text(terminal.stderr) }
  }
  const isApplied = async (name: string) => applied(await withLaterOnes(db, 'status')).includes(name)

  expect(await ask('n\n')).toEqual({
    code: 1,
    prompt: expect.stringContaining('Undo 9999-second in the database of DATABASE_URL ('),
  })
  expect(complained).toHaveBeenLastCalledWith('nothing was changed')
  expect(await ask('y\n', false)).toEqual({ code: 2, prompt: '' })
  expect(await isApplied('9999-second')).toBe(true)
  vi.stubEnv('DATABASE_URL', '')
  expect(await ask('y\n', false)).toEqual({ code: 2, prompt: '' })
  expect(complained).toHaveBeenLastCalledWith(
    expect.stringMatching(/^migrate down: this changes the embedded database in .*: add --yes to do it$/),
  )
  vi.stubEnv('DATABASE_URL', url)
  expect(await ask('y\n')).toMatchObject({ code: 0 })
  expect(output).toHaveBeenLastCalledWith('9999-second  pending')
  expect(await isApplied('9999-second')).toBe(false)
  expect(await ask('', false, ['--yes'])).toMatchObject({ code: 0, prompt: '' })
  expect(await isApplied('9998-first')).toBe(false)
})

function lines(state: string, of: string[]): string {
  return of.map((name) => `${name}  ${state}\n`).join('')
}

async function command(url: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const run = promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../scripts/operator/database/migrate.ts'), ...args],
    {
      env: { ...process.env, DATABASE_URL: url },
    },
  )
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )
}
