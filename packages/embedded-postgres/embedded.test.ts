import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { startEmbedded, stopEmbedded } from './embedded.ts'
import { isConnectionError } from './errors.ts'
import { isRoot, kill, killServer, query, startHolder, temporaryDataDir } from './testing.ts'

vi.setConfig({ testTimeout: 30_000 })

// creating a database takes a second, so tests share the first one where possible
const dataDir = temporaryDataDir(afterAll)
afterEach(async () => {
  await stopEmbedded({ dataDir, mode: 'immediate' })
})

test('the first start creates a durable UTF-8 database; the last release stops it; the next start finds the data at the same URL', async () => {
  const first = await startEmbedded({ dataDir })
  expect(first.started).toBe(true)
  const settings = `select current_database() as name, datlocale as locale, current_setting('fsync') as fsync,
    current_setting('TimeZone') as zone, current_setting('listen_addresses') as listens,
    current_setting('max_connections')::int as room
    from pg_database where datname = current_database()`
  expect(await query(first.url, settings)).toEqual([
    { name: 'duo', locale: 'C.UTF-8', fsync: 'on', zone: 'UTC', listens: '127.0.0.1', room: 250 },
  ])
  await query(first.url, 'create table kept as select 1 as n')

  const second = await startEmbedded({ dataDir })
  expect(second).toMatchObject({ started: false, pid: first.pid, url: first.url })
  expect(await first.release()).toBe('in-use')
  expect(await second.release()).toBe('stopped')
  expect(await second.release()).toBe('stopped')
  await expect(query(first.url, 'select 1')).rejects.toSatisfy(isConnectionError)

  const third = await startEmbedded({ dataDir })
  expect(third).toMatchObject({ started: true, url: first.url })
  expect(await query(third.url, 'select n from kept')).toEqual([{ n: 1 }])
})

test.skipIf(process.platform === 'win32')(
  'a suspended server is reported after some seconds, and is used again once it goes on',
  async () => {
    const { pid, pgData } = await startEmbedded({ dataDir })
    process.kill(pid, 'SIGSTOP')
    try {
      await expect(startEmbedded({ dataDir })).rejects.toThrow(`the embedded Postgres in ${pgData} does not respond`)
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    expect(await startEmbedded({ dataDir })).toMatchObject({ started: false, pid })
  },
)

test('a plain client connection keeps the server running', async () => {
  const embedded = await startEmbedded({ dataDir })
  const psql = new Client({ connectionString: embedded.url })
  await psql.connect()
  expect(await embedded.release()).toBe('in-use')
  expect((await psql.query('select 1 as n')).rows).toEqual([{ n: 1 }])
  await psql.end()
})

test('the password is random, required, and stored only in the private folder pg18', async () => {
  const { url, pgData } = await startEmbedded({ dataDir })
  expect(new URL(url).password).toMatch(/^[\w-]{32}$/)
  await expect(query(url.replace(/postgres:[\w-]+@/, 'postgres:guess@'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(readdirSync(dataDir).sort()).toEqual(['pg18', 'pg18.log'])
  expect(existsSync(join(pgData, 'app.password'))).toBe(true)
})

test('four concurrent starts share one server, even with leftovers of a killed first start', async () => {
  const empty = temporaryDataDir()
  const abandoned = join(empty, 'pg18.init-killed')
  mkdirSync(join(abandoned, 'data'), { recursive: true })
  utimesSync(abandoned, 0, 0)
  const holders = await Promise.all([1, 2, 3, 4].map(() => startHolder(empty)))
  expect(holders.flatMap(({ message }) => message ?? [])).toEqual([])
  expect(new Set(holders.map(({ pid, url }) => `${pid} ${url}`)).size).toBe(1)
  expect(holders.filter(({ started }) => started)).toHaveLength(1)
  expect(readdirSync(empty).sort()).toEqual(['pg18', 'pg18.log'])
})

test('tolerates leftovers that a concurrent start removes', async () => {
  const empty = temporaryDataDir()
  symlinkSync(join(empty, 'removed'), join(empty, 'pg18.init-seen')) // listed, but removed before it is checked
  expect(await startEmbedded({ dataDir: empty })).toMatchObject({ started: true })
})

test('the server survives an interrupted or killed app, and the next start adopts it', async () => {
  const interrupted = await startHolder(dataDir)
  const exited = once(interrupted.child, 'exit')
  process.kill(-(interrupted.child.pid ?? 0), 'SIGINT') // a terminal sends it to the whole process group
  await exited
  const adopted = await startEmbedded({ dataDir })
  expect(adopted).toMatchObject({ started: false, pid: interrupted.pid })
  expect(await adopted.release()).toBe('stopped')

  const killed = await startHolder(dataDir)
  expect(killed.started).toBe(true)
  await kill(killed.child)
  expect(await startEmbedded({ dataDir })).toMatchObject({ started: false, pid: killed.pid })
})

test('when the last two clients release at the same time, one of them stops the server', async () => {
  const both = [await startEmbedded({ dataDir }), await startEmbedded({ dataDir })]
  expect((await Promise.all(both.map(({ release }) => release()))).sort()).toEqual(['in-use', 'stopped'])
})

test('a release waits for the connection of a killed process, which holds its lock until the server notices', async () => {
  const embedded = await startEmbedded({ dataDir })
  const killed = new Client({ connectionString: embedded.url })
  await killed.connect()
  await killed.query('select pg_advisory_lock_shared(6583663, 1)')
  const released = embedded.release()
  setTimeout(() => void killed.end(), 100)
  expect(await released).toBe('stopped')
})

test('kill -9 of the whole server loses no acknowledged row', async () => {
  const { url, pid } = await startEmbedded({ dataDir })
  await query(url, 'create table row (n int primary key)')
  const acknowledged = await insertUntilKilled(url, () => killServer(pid))
  expect(acknowledged).toBeGreaterThanOrEqual(200)

  const again = await startEmbedded({ dataDir })
  expect(again).toMatchObject({ started: true, url })
  const [found] = await query<{ rows: string }>(url, 'select count(*) as rows from row where n <= $1', [acknowledged])
  expect(Number(found?.rows)).toBe(acknowledged)
})

async function insertUntilKilled(url: string, killIt: () => void): Promise<number> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {}) // the loss is expected
  await client.connect()
  for (let n = 1; ; n += 1) {
    try {
      const inserted = client.query('insert into row values ($1)', [n])
      if (n === 201) killIt()
      await inserted
    } catch (error) {
      expect(error).toSatisfy(isConnectionError)
      return n - 1
    }
  }
}

test('starts although the pid in the pid file belongs to another program', async () => {
  const { pgData, release } = await startEmbedded({ dataDir })
  const pidFile = join(pgData, 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await release()
  const { uid, gid } = statSync(pgData)
  const other = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  onTestFinished(() => void other.kill())
  writeFileSync(pidFile, [other.pid, ...lines.slice(1)].join('\n'))
  const again = await startEmbedded({ dataDir })
  expect(again.started).toBe(true)
  expect(readdirSync(pgData).filter((name) => name.startsWith('postmaster.pid'))).toEqual(['postmaster.pid'])
  expect(other.exitCode).toBeNull()
})

test('reports in one line why it cannot start', async () => {
  await expect(startEmbedded({ dataDir, flags: ['-c', 'nonsense=1'] })).rejects.toMatchObject({
    code: 'EMBEDDED_FAILED',
    message: expect.stringMatching(
      /^the embedded Postgres did not start: .*unrecognized configuration parameter "nonsense".*\(log: .*\)$/,
    ),
  })
  const file = join(dataDir, 'file')
  writeFileSync(file, '')
  await expect(startEmbedded({ dataDir: join(file, 'data') })).rejects.toMatchObject({
    code: 'EMBEDDED_UNREACHABLE',
    message: `cannot write to the data folder ${join(file, 'data')}: a part of its path is a file: set DATA_DIR to another folder`,
  })
})

test('stopEmbedded stops the server even if it is in use, and reports if there is none', async () => {
  expect(await stopEmbedded({ dataDir: join(dataDir, 'none') })).toBeNull()
  expect(await stopEmbedded({ dataDir })).toBeNull()
  const holder = await startHolder(dataDir)
  expect(await stopEmbedded({ dataDir })).toBe(holder.pid)
  expect(await stopEmbedded({ dataDir })).toBeNull()
})

test('a start on an incomplete folder names the missing part and the remedy, and succeeds once the folder is complete', async () => {
  const { pgData } = await startEmbedded({ dataDir })
  await stopEmbedded({ dataDir })
  const moveAway = (part: string) => renameSync(join(pgData, part), join(dataDir, 'away'))
  const back = (part: string) => renameSync(join(dataDir, 'away'), join(pgData, part))
  for (const part of ['app.password', 'pg_wal', 'pg_notify', 'global/pg_control', 'PG_VERSION']) {
    moveAway(part)
    await expect(startEmbedded({ dataDir }), part).rejects.toMatchObject({
      code: 'EMBEDDED_INCOMPLETE',
      message: `${pgData} is incomplete (${part} missing): copy the data folder again while its server is stopped, or restore a backup into a new DATA_DIR (npm run restore)`,
    })
    back(part)
  }
  // damage that only Postgres detects: an empty WAL folder, missing files of a table
  moveAway('pg_wal')
  mkdirSync(join(pgData, 'pg_wal'), { mode: 0o700 })
  chownLike(join(pgData, 'pg_wal'), pgData)
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
    code: 'EMBEDDED_INCOMPLETE',
    message: expect.stringContaining('is incomplete'),
  })
  rmSync(join(pgData, 'pg_wal'), { recursive: true })
  back('pg_wal')
  const { url } = await startEmbedded({ dataDir })
  const [{ oid } = { oid: '' }] = (await query(url, 'select oid::text from pg_database where datname = current_database()')) as {
    oid: string
  }[]
  await stopEmbedded({ dataDir })
  moveAway(`base/${oid}`)
  await expect(startEmbedded({ dataDir })).rejects.toMatchObject({
    code: 'EMBEDDED_INCOMPLETE',
    message: expect.stringContaining(`base/${oid}`),
  })
  await stopEmbedded({ dataDir })
  back(`base/${oid}`)
  await startEmbedded({ dataDir })
}, 60_000)

// as root, Postgres runs as another user
function chownLike(path: string, model: string): void {
  const { uid, gid } = statSync(model)
  chownSync(path, uid, gid)
}
