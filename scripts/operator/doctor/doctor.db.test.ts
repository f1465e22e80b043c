import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Db } from '@duo/db/index.ts'
import { migrations } from '@duo/db/migrations/index.ts'
import { databaseBeforeBaseline, emptyDatabase, testDatabase } from '@duo/db/testing.ts'
import { findEmbedded, startEmbedded } from '@duo/embedded-postgres/embedded.ts'
import { mailJobs, otherJobs } from '@duo/features/server'
import { workersSeen } from '@duo/platform/server/jobs/admin.ts'
import { bossOf, createQueues, deadQueue } from '@duo/platform/server/jobs/queue.ts'
import { startWorker } from '@duo/platform/server/jobs/worker.ts'
import { fillDisk, mountSmallDisk, unmount } from '@duo/platform/testing/faults/small-disk.ts'
import { freePort, newDataDir } from '@duo/platform/testing/servers/built-server.ts'
import { startMailServer } from '@duo/platform/testing/servers/mail-server.ts'
import { testSecret } from '@duo/platform/testing/test-keys.ts'
import { envKeys } from '@duo/server/config/env.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { main } from './doctor.ts'

vi.setConfig({ testTimeout: 60_000 })

const secret = 'a secret that must not be printed anywhere'

// runs doctor with these settings only; `line` returns the line of one check
async function doctor(settings: Record<string, string> = {}) {
  const PORT = String(await freePort())
  const DATA_DIR = join(tmpdir(), 'duo-doctor-none')
  for (const key of envKeys) vi.stubEnv(key, '')
  for (const [key, value] of Object.entries({ NODE_ENV: 'production', SECRET: secret, PORT, DATA_DIR, ...settings }))
    vi.stubEnv(key, value)
  const io = { stdout: new PassThrough(), stderr: new PassThrough() }
  const code = await main([], io)
  io.stdout.end()
  io.stderr.end()
  const out = await text(io.stdout)
  for (const key of ['SECRET', 'AI_API_KEY', 'METRICS_TOKEN']) if (settings[key]) expect(out).not.toContain(settings[key])
  expect(out).not.toContain(secret)
  const line = (name: string) => out.split('\n').find((each) => each.slice(2).startsWith(`${name} `)) ?? ''
  return { code, out, line, stderr: await text(io.stderr) }
}

afterEach(() => void vi.unstubAllEnvs())

// starts a local server for this test
async function listening(handle: RequestListener) {
  const server = createServer(handle).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

const refusedPort = async () => `127.0.0.1:${await freePort()}`

// creates another user and returns the database's URL for it
async function asUser(db: Db, url: string, password = 'right-password') {
  const name = `doctor_${Date.now()}`
  await sql.raw(`create role ${name} login password 'right-password'`).execute(db)
  onTestFinished(async () => {
    await sql.raw(`drop owned by ${name}; drop role ${name}`).execute(db)
  })
  const address = new URL(url)
  address.username = name
  address.password = password
  return { name, url: address.href }
}

// starts the app behind one trusted proxy that says this about its visitors
async function testServerBehindProxy(forwarded: string) {
  const app = await testApp({ TRUST_PROXY: '1' })
  onTestFinished(app.close)
  await fetch(app.url, { headers: { 'x-forwarded-for': forwarded } })
  return new URL(app.url)
}

// starts a worker, as a running server does
async function atWork(database: { url: string; db: Db }) {
  await createQueues(database.db, [...mailJobs, ...otherJobs])
  const log = pino({ level: 'silent' })
  const worker = await startWorker({
    database,
    jobs: otherJobs,
    log,
    dependencies: { db: database.db, secret: testSecret, followUpForm: null },
  })
  onTestFinished(worker.stop)
  // its first heartbeat takes a few seconds
  await expect.poll(() => workersSeen(database.db), { timeout: 20_000 }).not.toEqual([])
}

test('reports a direct URL of another database, with the chapter to read', async () => {
  const [{ url }, other] = [await testDatabase(onTestFinished), await emptyDatabase(onTestFinished)]
  const { code, line } = await doctor({ DATABASE_URL: url, DATABASE_DIRECT_URL: other.url })
  expect(code).toBe(1)
  expect(line('database')).toMatch(/DATABASE_DIRECT_URL and DATABASE_URL name different databases.*Two servers and a pooler/)
  expect((await doctor({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).line('database')).not.toMatch(/pooler/)
})

test('reports every check as ok and exits with 0 if nothing is wrong', async () => {
  const database = await testDatabase(onTestFinished)
  await atWork(database)
  const mail = await startMailServer()
  onTestFinished(mail.close)
  const port = await listening((req, res) => {
    if (req.url === '/v1/models') res.end('{"object":"list","data":[{"id":"local"}]}')
    else res.end('{"status":"ready"}')
  })
  const { code, out, stderr } = await doctor({
    DATABASE_URL: database.url,
    PORT: String(port),
    SMTP_URL: mail.url,
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_MODEL: 'local',
    AI_API_KEY: 'sk-a-key-that-must-not-be-printed',
    WAITLIST_REMINDERS: 'on',
    WAITLIST_PLACE_MAILS: 'on',
  })
  expect(out.trim().split('\n')).toEqual([
    expect.stringMatching(
      /^✓ settings {4}valid: PORT, DATABASE_URL, DATA_DIR, SECRET, SMTP_URL, WAITLIST_REMINDERS, WAITLIST_PLACE_MAILS, AI_BASE_URL, AI_API_KEY, AI_MODEL$/,
    ),
    expect.stringMatching(/^✓ server {6}ready at http:\/\/localhost:\d+$/),
    expect.stringMatching(/^✓ database {4}PostgreSQL \d+\.\d+, [\w.:]+\/\w+, connected in \d+ ms$/),
    expect.stringMatching(/^✓ migrations {2}all \d+ are applied$/),
    expect.stringMatching(/^✓ queue {7}0 jobs wait, none is dead; 1 server is running$/),
    expect.stringMatching(/^✓ mail {8}127\.0\.0\.1:\d+ accepts our login; mails come from Duo <hello@localhost>$/),
    '✓ reminders   to confirm: after 2 and 7 days; monthly place mails: on',
    expect.stringMatching(/^✓ model {7}local at 127\.0\.0\.1:\d+$/),
    expect.stringMatching(/^[✓•] reader {6}files are read by a process/),
    // a container may permit no network namespace
    expect.stringMatching(/^✓ disk {8}[\d.]+ GB free in /),
  ])
  expect([code, stderr]).toEqual([0, ''])
})

test('reports a wrong setting with an example and skips the other checks', async () => {
  const { code, line, stderr } = await doctor({ PORT: 'eighty' })
  expect(line('settings')).toBe(
    '✗ settings    PORT must be a whole number, for example PORT=3000 → correct it in .env or in the environment',
  )
  expect(line('database')).toBe('– database    needs valid settings')
  expect([code, stderr]).toEqual([1, 'doctor: 1 fault found\n'])
})

test('reports a public server without a security contact', async () => {
  const settings = { DATA_DIR: join(tmpdir(), 'duo-doctor-none'), PUBLIC_URL: 'http://goduo.example' }
  expect((await doctor(settings)).line('settings')).toMatch(/ → set SECURITY_CONTACT or MAIL_FROM: .*security\.txt$/)
  expect((await doctor({ ...settings, SECURITY_CONTACT: 'security@goduo.example' })).line('settings')).toMatch(/^✓/)
})

test('reports no fault on a new machine and creates nothing', async () => {
  const DATA_DIR = join(mkdtempSync(join(tmpdir(), 'duo-doctor-')), 'data')
  const { code, line } = await doctor({ DATA_DIR })
  expect(line('server')).toMatch(/^• server {6}does not run at http:\/\/localhost:\d+ \(.*ECONNREFUSED.*\) → npm start$/)
  expect(line('database')).toBe(`• database    embedded, not created yet in ${DATA_DIR} → the first npm start creates it`)
  expect(line('migrations')).toBe('– migrations  needs the database')
  expect(code).toBe(0)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('checks a running embedded database, and starts a stopped one for the check', async () => {
  const DATA_DIR = newDataDir()
  const embedded = await startEmbedded({ dataDir: DATA_DIR })
  const running = await doctor({ DATA_DIR })
  expect(running.line('database')).toContain(', running, connected in')
  expect(running.line('migrations')).toBe('• migrations  the database is empty → the first start creates the tables')
  expect(running.line('queue')).toBe('– queue       created by the first start')
  expect(findEmbedded(DATA_DIR)).not.toBeNull()
  await embedded.release()
  const stopped = await doctor({ DATA_DIR })
  expect([stopped.code, stopped.line('database')]).toEqual([0, expect.stringContaining('started for this check')])
  expect(findEmbedded(DATA_DIR)).toBeNull()
})

test('reports why a database cannot be used', async () => {
  const database = await testDatabase(onTestFinished)
  const other = (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return url.href
  }
  const away = await doctor({ DATABASE_URL: `postgres://duo:hidden-word@${await refusedPort()}/duo` })
  expect(away.line('database')).toMatch(/^✗ .*ECONNREFUSED.* → start Postgres, or correct host and port in DATABASE_URL$/)
  expect([away.code, away.line('queue'), away.out.includes('hidden-word')]).toEqual([
    1,
    '– queue       needs the database',
    false,
  ])
  const missing = await doctor({
    DATABASE_URL: other((url) => {
      url.pathname = '/no_such_database'
    }),
  })
  expect(missing.line('database')).toMatch(/^✗ .*"no_such_database" does not exist → create the database, or correct its name/)
  const { url } = await asUser(database.db, database.url, 'wrong-password')
  const locked = await doctor({ DATABASE_URL: url })
  expect(locked.line('database')).toMatch(/^✗ .*authentication failed.* → correct the user and password in DATABASE_URL/)
  expect(locked.out).not.toContain('wrong-password')
})

test('reports a read-only database', async () => {
  const { url, db } = await testDatabase(onTestFinished)
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  await sql.raw(`alter database ${rows[0]?.name} set default_transaction_read_only = on`).execute(db)
  const { code, line } = await doctor({ DATABASE_URL: url })
  expect([code, line('database')]).toEqual([
    1,
    expect.stringMatching(/^✗ database {4}is read-only → make the database or role writable/),
  ])
})

test('reports missing privileges with the statement that grants them', async () => {
  const empty = await emptyDatabase(onTestFinished)
  const one = await asUser(empty.db, empty.url)
  expect((await doctor({ DATABASE_URL: one.url })).line('database')).toBe(
    `✗ database    ${one.name} may not create tables → as its owner: grant all on schema public to "${one.name}"`,
  )
  await sql.raw(`grant all on schema public to ${one.name}`).execute(empty.db)
  expect((await doctor({ DATABASE_URL: one.url })).line('database')).toMatch(
    /may not create the schema of jobs → as its owner: grant create on database/,
  )

  const full = await testDatabase(onTestFinished)
  const two = await asUser(full.db, full.url)
  await sql.raw(`grant all on schema public to ${two.name}`).execute(full.db)
  const { code, line } = await doctor({ DATABASE_URL: two.url })
  expect([code, line('database')]).toEqual([
    1,
    expect.stringMatching(/may not read and write auth_account, .* and \d+ more → run as the user who owns them/),
  ])
})

test('reports pending migrations and those of a newer version', async () => {
  const { url, db } = await testDatabase(onTestFinished)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-tomorrow', '2099')`.execute(db)
  const newer = await doctor({ DATABASE_URL: url })
  expect([newer.code, newer.line('migrations')]).toEqual([
    1,
    expect.stringMatching(/^✗ migrations {2}migrated by a newer version: it has 9999-tomorrow → run that version/),
  ])
  await sql`delete from kysely_migration where name = '9999-tomorrow'`.execute(db)
  migrations['9999-later'] = { up: async () => {} }
  onTestFinished(() => void delete migrations['9999-later'])
  const older = await doctor({ DATABASE_URL: url })
  expect([older.code, older.line('migrations')]).toEqual([
    1,
    expect.stringMatching(/^✗ migrations {2}1 pending: [\w-]+ → start this version, or npm run migrate -- up$/),
  ])
})

test('reports a database of the version before the baseline, and one that is too old', async () => {
  const { url, db } = await databaseBeforeBaseline(onTestFinished)
  const before = await doctor({ DATABASE_URL: url })
  expect([before.code, before.line('migrations')]).toEqual([
    1,
    expect.stringMatching(
      /^✗ migrations {2}migrated by the version before this one → start this version, or npm run migrate -- up/,
    ),
  ])
  await sql`delete from kysely_migration where name = '0038-mail-code'`.execute(db)
  const older = await doctor({ DATABASE_URL: url })
  expect([older.code, older.line('migrations')]).toEqual([
    1,
    expect.stringMatching(
      /^✗ migrations {2}too old for this version: the last one is 0037-help-state → start .* commit 38583df0/,
    ),
  ])
})

test('reports dead and late jobs, but not mails that wait on purpose', async () => {
  const database = await testDatabase(onTestFinished)
  const { url, db } = database
  await createQueues(db, [...mailJobs, ...otherJobs])
  const late = new Date(Date.now() - 20 * 60_000)
  const send = (name: string) => bossOf(db).send(name, {}, { startAfter: late })
  await send('waitlist.welcome')
  const report = await doctor({ DATABASE_URL: url })
  expect([report.code, report.line('queue')]).toEqual([
    0,
    '• queue       1 job waits, none is dead; no server is running → start one',
  ])

  // this worker processes other jobs, so these are late, as with a hanging worker
  await atWork({ url, db })
  await sql`update pgboss.job set start_after = now() - interval '20 minutes'`.execute(db)
  expect((await doctor({ DATABASE_URL: url })).line('queue')).toMatch(
    /^✓ queue {7}1 job waits, none is dead; 1 server is running$/,
  )
  const SMTP_URL = `smtp://${await refusedPort()}`
  const stuck = await doctor({ DATABASE_URL: url, SMTP_URL })
  expect([stuck.code, stuck.line('queue')]).toEqual([
    1,
    expect.stringMatching(/^✗ queue {7}waitlist\.welcome is late by 20 min → /),
  ])

  await sql`insert into pgboss.job (name, source_name) values (${deadQueue}, 'auth.mail')`.execute(db)
  const dead = await doctor({ DATABASE_URL: url })
  expect([dead.code, dead.line('queue')]).toEqual([
    1,
    expect.stringMatching(/^✗ queue {7}dead jobs: auth\.mail 1 → npm run waitlist -- stats shows the errors/),
  ])
})

test('reports an unreachable mail server, and a rejected password', async () => {
  const away = await doctor({ SMTP_URL: `smtp://${await refusedPort()}` })
  expect([away.code, away.line('mail')]).toEqual([
    1,
    expect.stringMatching(/^✗ mail .*ECONNREFUSED.* → correct host and port in SMTP_URL/),
  ])
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (_auth, _session, done) => done(new Error('Invalid username or password')),
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  onTestFinished(() => new Promise<void>((done) => server.close(() => done())))
  const { port } = server.server.address() as AddressInfo
  const refused = await doctor({ SMTP_URL: `smtp://duo:hidden-word@127.0.0.1:${port}` })
  expect([refused.code, refused.line('mail')]).toEqual([
    1,
    expect.stringMatching(/^✗ mail .*Invalid username or password.* → correct user and password in SMTP_URL$/),
  ])
  expect(refused.out).not.toContain('hidden-word')
})

test('says which mails the operator has not turned on once there is a mail server', async () => {
  const none = await doctor({ DATABASE_URL: 'postgres://localhost:1/duo' })
  expect(none.line('reminders')).toBe('– reminders   need a mail server')
  const { line } = await doctor({ SMTP_URL: `smtp://${await refusedPort()}`, WAITLIST_PLACE_MAILS: 'on' })
  expect(line('reminders')).toBe(
    '• reminders   to confirm: off; monthly place mails: on → set WAITLIST_REMINDERS=on to send them (docs/operations.md, The waitlist)',
  )
})

test.each([
  [401, '{}', '✗', /rejects the key \(401\) → correct AI_API_KEY$/],
  [503, '{}', '✗', /fails \(503\)/],
  [200, '{"data":[{"id":"another"}]}', '✗', /has no such model → correct AI_MODEL$/],
  [404, '{}', '•', /responds, but lists no models \(404\)$/],
])('for a model endpoint that returns status %i and body %s, the line starts with %s', async (status, body, sign, says) => {
  const port = await listening((_req, res) => void res.writeHead(status).end(body))
  const { code, line } = await doctor({
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_MODEL: 'local',
    AI_API_KEY: 'sk-a-key-that-must-not-be-printed',
  })
  expect(line('model').slice(0, 1)).toBe(sign)
  expect(line('model')).toMatch(says)
  expect(code).toBe(sign === '✗' ? 1 : 0)
})

test('reports an unreachable fallback model by its name', async () => {
  const port = await listening((_req, res) => void res.end('{"data":[{"id":"local"}]}'))
  const { code, line } = await doctor({
    AI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    AI_MODEL: 'local',
    AI_FALLBACK_BASE_URL: `http://${await refusedPort()}/v1`,
    AI_FALLBACK_MODEL: 'spare',
  })
  expect([code, line('model')]).toEqual([
    1,
    expect.stringMatching(/^✗ model {7}spare at .*ECONNREFUSED.* → correct AI_FALLBACK_BASE_URL/),
  ])
})

test('reports a server that is not ready, and another program on its port', async () => {
  const closing = await listening((_req, res) => void res.writeHead(503).end('{"status":"database away"}'))
  const notReady = await doctor({ PORT: String(closing) })
  expect([notReady.code, notReady.line('server')]).toEqual([1, expect.stringMatching(/not ready: database away → see its log$/)])
  const other = await listening((_req, res) => void res.end('<h1>It works!</h1>'))
  const taken = await doctor({ PORT: String(other) })
  expect([taken.code, taken.line('server')]).toEqual([
    1,
    expect.stringMatching(/^✗ server {6}another program responds at .* → choose another PORT/),
  ])
})

test.each([
  ['full', /not ready: the disk of its database is full and it stores nothing → free space for Postgres/],
  ['read-only', /not ready: its database takes no writes → name the primary/],
])('reports a server whose database is %s', async (state, text) => {
  const port = await listening((_req, res) => void res.writeHead(503).end(JSON.stringify({ status: `database ${state}` })))
  const { code, line } = await doctor({ PORT: String(port) })
  expect([code, line('server')]).toEqual([1, expect.stringMatching(text)])
})

test('names the form that a proxy sends in place of an address', async () => {
  const { port } = await testServerBehindProxy('_hidden')
  const { line } = await doctor({ PORT: port })
  expect(line('server')).toMatch(
    /^• server {6}ready at .* sent a hidden name \(_name\) in X-Forwarded-For → make the proxy append/,
  )
})

test('reports a nearly full disk', async (context) => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'duo-doctor-'))
  if (!mountSmallDisk(DATA_DIR)) return context.skip('only root can mount a small disk')
  onTestFinished(() => void unmount(DATA_DIR))
  fillDisk(join(DATA_DIR, 'file'))
  const { code, line } = await doctor({ DATA_DIR })
  expect([code, line('disk')]).toEqual([
    1,
    `✗ disk        0.0 GB (0 %) free in ${DATA_DIR} → free space, or set DATA_DIR to a folder on a larger disk`,
  ])
})

test('reports a data folder without write access', async (context) => {
  if (process.getuid?.() === 0) return context.skip('root may write everywhere')
  const parent = mkdtempSync(join(tmpdir(), 'duo-doctor-'))
  chmodSync(parent, 0o500)
  const { code, line } = await doctor({ DATA_DIR: join(parent, 'data') })
  expect([code, line('disk')]).toEqual([1, expect.stringMatching(/cannot be written \(EACCES\) → run as its owner/)])
})
