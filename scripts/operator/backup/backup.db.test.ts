import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { makeSignup } from '@duo/db/factories.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { migrate } from '@duo/db/migrate.ts'
import { migrations } from '@duo/db/migrations/index.ts'
import { databaseBeforeBaseline, emptyDatabase, eventually, testDatabase } from '@duo/db/testing.ts'
import { temporaryDataDir } from '@duo/embedded-postgres/testing.ts'
import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { readSealed } from '@duo/platform/server/backup/file.ts'
import { openSections } from '@duo/platform/server/backup/format.ts'
import { deadJobs, heldByName, waitingJobs } from '@duo/platform/server/jobs/admin.ts'
import { enqueue, enqueueMissing } from '@duo/platform/server/jobs/enqueue.ts'
import { defineJob } from '@duo/platform/server/jobs/job.ts'
import { createQueues } from '@duo/platform/server/jobs/queue.ts'
import { listNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { killJobs, storedJobs } from '@duo/platform/testing/jobs.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { makeAgent, openConversation } from '@duo/server/testing/chat.ts'
import { testApp } from '@duo/server/testing/test-app.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { main as restore } from '../restore/restore.ts'
import { main as backup } from './backup.ts'

vi.setConfig({ testTimeout: 60_000 })

const secret = 'the secret of the server that is backed up'
const names = Object.keys(migrations)
const newest = names.at(-1)

interface Where {
  url?: string
  dataDir?: string
  secrets?: string[]
}

// runs a command without a terminal
async function run(command: typeof backup, args: string[], { url, dataDir = '/nowhere', secrets = [secret] }: Where) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 1_000_000 }), { isTTY: false })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  const code = await command(args, { ...io, env: { databaseUrl: url, dataDir, preparedStatements: true }, secrets })
  io.stdout.end()
  io.stderr.end()
  return { code, out: await text(io.stdout), stderr: await text(io.stderr) }
}

const done = { code: 0, out: expect.any(String), stderr: '' }

function folder() {
  const path = mkdtempSync(join(tmpdir(), 'duo-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  return path
}

// creates a database with a key under `secret`, as a server does
async function served() {
  const database = await testDatabase(onTestFinished)
  await openKeys(database.db, { secret })
  return database
}

async function backedUp(where: Where, ...flags: string[]) {
  const file = join(folder(), 'duo.backup')
  expect(await run(backup, [file, ...flags], where)).toEqual(done)
  return file
}

async function read(file: string) {
  const { header, sections } = await openSections(readSealed(file))
  const hashes: Record<string, string> = {}
  for await (const { head, body } of sections) {
    const hash = createHash('sha256')
    for await (const chunk of body) hash.update(chunk)
    hashes['table' in head ? head.table : 'jobs'] = hash.digest('hex')
  }
  return { header, hashes }
}

const tableCount = async (db: Db) => (await db.introspection.getTables({ withInternalKyselyTables: true })).length
const signups = (db: Db) => db.selectFrom('waitlist_signup').selectAll().orderBy('seat').execute()

test('every row and sequence survives a restore into an embedded folder and from there into another database', async () => {
  const { db, url } = await served()
  const inviter = await makeSignup(db, { confirmed_at: new Date('2026-01-02T03:04:05.678Z') })
  await makeSignup(db, { invited_by: inviter.id, fraud_signals: ['a\\b', 'tab\there\nand a line', 'ção'], user_agent: '\\.' })
  await db.insertInto('rate_limit').values({ key: 'join', points: 1, expire: 1_900_000_000_000 }).execute()
  const first = await backedUp({ url })

  const dataDir = temporaryDataDir()
  expect(await run(restore, [first], { dataDir })).toEqual(done)
  const second = await backedUp({ dataDir })
  const { db: back, url: backUrl } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [second], { url: backUrl })).toEqual(done)
  const third = await backedUp({ url: backUrl })

  const { header, hashes } = await read(first)
  expect(header).toMatchObject({ migration: newest, format: 'duo-backup', sequences: { waitlist_seat: { last: '2' } } })
  expect(await read(second)).toMatchObject({ header: { sequences: header.sequences, tables: header.tables }, hashes })
  expect((await read(third)).hashes).toEqual(hashes)
  expect(await signups(back)).toEqual(await signups(db))
  expect((await makeSignup(back)).seat).toBe(3)
  expect(readFileSync(first).includes(secret)).toBe(false)
})

test('a backup is consistent during concurrent changes', async () => {
  const { db, url } = await served()
  let isDone = false
  let written = 0
  const join = async () => {
    while (!isDone) {
      await inTransaction(db, async (tx) => {
        const { id } = await makeSignup(tx)
        await tx.insertInto('waitlist_event').values({ id, signup_id: id, kind: 'joined', data: {} }).execute()
        // in reverse table order, so that reading the tables at different times would miss one of the two
        await tx.deleteFrom('caught_mail').execute()
        await tx
          .insertInto('caught_mail')
          .values({ id, message_id: id, sender: 'a', recipient: 'b', subject: String(written + 1), html: '', text: '' })
          .execute()
        written += 1
      })
    }
  }
  const joining = join()
  await eventually(() => expect(written).toBeGreaterThan(20))
  const files: string[] = []
  for (let i = 0; i < 5; i++) files.push(await backedUp({ url }))
  isDone = true
  await joining
  let last = 0
  for (const file of files) {
    const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
    expect(await run(restore, [file], { url: copyUrl })).toEqual(done)
    const entries = (await signups(copy)).length
    expect(await copy.selectFrom('waitlist_event').select('id').execute()).toHaveLength(entries)
    expect(await copy.selectFrom('caught_mail').select('subject').execute()).toEqual([{ subject: String(entries) }])
    expect((await makeSignup(copy)).seat).toBeGreaterThan(entries)
    expect(entries).toBeGreaterThan(last)
    last = entries
  }
})

// inserts enough rows to kill a process half-way
async function makeMails(db: Db) {
  for (let part = 0; part < 8; part++)
    await sql`insert into caught_mail (id, message_id, sender, recipient, subject, html, text)
      select gen_random_uuid(), gen_random_uuid(), 'a', 'b', 's', (select string_agg(md5(random()::text || n || i), '') from generate_series(1, 60) as i), ''
      from generate_series(1, 2500) as n`.execute(db)
}

function start(tool: 'backup' | 'restore', file: string, url: string) {
  const env = { ...process.env, DATABASE_URL: url, SECRET: secret }
  const child = spawn(process.execPath, [join(import.meta.dirname, `../${tool}.mjs`), file], { env, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code)),
  )
  return { child, ended }
}

const busy = { timeout: 50_000, interval: 2 }

test('a backup replaces no device, pipe or folder', async () => {
  const pipe = join(folder(), 'pipe')
  execFileSync('mkfifo', [pipe])
  for (const path of [pipe, folder(), '/dev/null']) {
    const { code, stderr } = await run(backup, [path], {})
    expect([path, code, stderr]).toEqual([path, 1, expect.stringContaining('is not a file')])
  }
  expect(statSync(pipe).isFIFO()).toBe(true)
})

test('a killed backup leaves only a .part file, and a stopped one leaves no file', async () => {
  const { db, url } = await served()
  await makeMails(db)
  const where = folder()
  const isWriting = () => readdirSync(where).some((name) => name.endsWith('.part') && statSync(join(where, name)).size > 0)

  const killed = start('backup', join(where, 'killed.backup'), url)
  await vi.waitFor(() => expect(isWriting()).toBe(true), busy)
  killed.child.kill('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  expect(readdirSync(where)).toEqual([`killed.backup.${killed.child.pid}.part`])
  rmSync(join(where, `killed.backup.${killed.child.pid}.part`))

  const stopped = start('backup', join(where, 'stopped.backup'), url)
  await vi.waitFor(() => expect(isWriting()).toBe(true), busy)
  stopped.child.kill('SIGINT')
  expect(await stopped.ended).toBe(1)
  expect(readdirSync(where)).toEqual([])
})

test('a killed restore leaves the database empty, and a restore into a full database is rejected', async () => {
  const { db, url } = await served()
  await makeMails(db)
  const file = await backedUp({ url })
  const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
  const atWork = async (query: string) => {
    const { rows } = await sql<object>`select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'duo-restore' and query like ${query}`.execute(copy)
    return rows.length
  }
  const killed = start('restore', file, copyUrl)
  await vi.waitFor(async () => expect(await atWork('copy "caught_mail"%')).toBe(1), busy)
  killed.child.kill('SIGKILL')
  expect(await killed.ended).toBe('SIGKILL')
  await vi.waitFor(async () => expect(await atWork('%')).toBe(0), busy)
  expect(await tableCount(copy)).toBe(0)

  expect(await run(restore, [file], { url: copyUrl })).toEqual(done)
  const refused = await run(restore, [file], { url: copyUrl })
  expect(refused).toMatchObject({
    code: 1,
    out: '',
    stderr: expect.stringMatching(/^restore: the database of DATABASE_URL \(.*\) is not empty: [^\n]*\n$/),
  })
  expect((await read(await backedUp({ url: copyUrl }))).hashes).toEqual((await read(file)).hashes)
})

test('migrates a backup of an older version, and rejects one of a newer version', async () => {
  const { db, url } = await served()
  const { id } = await makeSignup(db)
  const file = await backedUp({ url })
  migrations['9999-later'] = {
    up: async (on: Db) => void (await sql`alter table waitlist_signup add column later text`.execute(on)),
  }
  onTestFinished(() => void delete migrations['9999-later'])

  const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [file], { url: copyUrl })).toEqual(done)
  expect((await migrate(copy, 'status')).every(({ state }) => state === 'applied')).toBe(true)
  expect(await signups(copy)).toMatchObject([{ id, seat: 1, later: null }])

  const newer = await backedUp({ url: copyUrl })
  expect((await read(newer)).header.migration).toBe('9999-later')
  delete migrations['9999-later']
  await expectRefused(newer, /newer version of Duo \(it has 9999-later\)/)
})

test('adopts a backup of the version before the baseline, and names the version to use between for an older one', async () => {
  const { db, url } = await databaseBeforeBaseline(onTestFinished)
  await openKeys(db, { secret })
  const { id } = await makeSignup(db)
  await db
    .insertInto('waitlist_event')
    .values({ id, signup_id: id, kind: 'joined', data: { seat: 1 } })
    .execute()
  const file = await backedUp({ url })
  expect((await read(file)).header.migration).toBe('0038-mail-code')

  const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [file], { url: copyUrl })).toEqual(done)
  expect((await migrate(copy, 'status')).every(({ state }) => state === 'applied')).toBe(true)
  expect(await signups(copy)).toMatchObject([{ id, seat: 1 }])
  expect(await copy.selectFrom('waitlist_event').select('data').execute()).toEqual([{ data: { position: 1 } }])
  // its key opens, and the restored database can be backed up
  await openKeys(copy, { secret })
  expect((await read(await backedUp({ url: copyUrl }))).header.migration).toBe(newest)

  await sql`delete from kysely_migration where name = '0038-mail-code'`.execute(db)
  const older = await backedUp({ url })
  await expectRefused(
    older,
    /^restore: the backup is too old for this version \(its last migration is 0037-help-state\): .* commit 38583df0, .*\n$/,
  )
})

async function expectRefused(file: string, reason: RegExp) {
  const { db, url } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [file], { url })).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) })
  expect(await tableCount(db)).toBe(0)
}

test('rejects a truncated or changed file, and loads nothing', async () => {
  const { db, url } = await served()
  await makeSignup(db)
  const file = await backedUp({ url })
  const whole = readFileSync(file)
  const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
  const flipped = Buffer.from(whole)
  flipped[whole.length >> 1] = (flipped[whole.length >> 1] ?? 0) ^ 1
  for (const bytes of [flipped, whole.subarray(0, whole.length - 1), whole.subarray(0, 100), Buffer.from('not a backup')]) {
    writeFileSync(file, bytes)
    const { code, stderr } = await run(restore, [file], { url: copyUrl })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^restore: .* is truncated, changed or not a backup \([^\n]*\): nothing was loaded[^\n]*\n$/),
    })
    expect(await tableCount(copy)).toBe(0)
  }
  writeFileSync(file, whole)
  expect(await run(restore, [file], { url: copyUrl })).toEqual(done)
})

test('restores a backup only with its SECRET, which the file contains only on request', async () => {
  const dataDir = temporaryDataDir()
  const own = 'the secret that the data folder keeps, 33 letters'
  const first = await backedUpFolder(dataDir, own)
  expect(
    await run(backup, [join(dataDir, 'b')], { dataDir, secrets: ['another secret than the one of the server'] }),
  ).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^backup: SECRET does not decrypt the key of this database: [^\n]*\n$/),
  })
  expect(await run(backup, [join(dataDir, 'b'), '--with-secret'], { dataDir, secrets: [own] })).toMatchObject({ code: 1 })
  expect(existsSync(join(dataDir, 'b'))).toBe(false)

  const copy = temporaryDataDir()
  const wrong = await run(restore, [first], { dataDir: copy, secrets: ['another secret than the one of the server'] })
  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^restore: SECRET is not the right one: [^\n]*\n$/),
  })
  expect(await run(restore, [first], { dataDir: copy, secrets: [] })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('SECRET is not set'),
  })
  expect(readdirSync(copy)).toEqual([])
  expect(await run(restore, [first], { dataDir: copy, secrets: ['a secret that replaced it since then', own] })).toEqual(done)

  const complete = await backedUp({ dataDir, secrets: [] }, '--with-secret')
  expect((await read(complete)).header.secret).toBe(own)
  expect((await read(first)).header.secret).toBeUndefined()
  const third = temporaryDataDir()
  expect(await run(restore, [complete], { dataDir: third, secrets: [] })).toEqual(done)
  expect(readFileSync(join(third, 'secret'), 'utf8')).toBe(own)
  expect(statSync(join(third, 'secret')).mode & 0o777).toBe(0o600)
})

// creates a data folder with a secret and backs up a database under it
async function backedUpFolder(dataDir: string, own: string) {
  const { url } = await served()
  const filled = await backedUp({ url })
  expect(await run(restore, [filled], { dataDir })).toEqual(done)
  writeFileSync(join(dataDir, 'secret'), own, { mode: 0o600 })
  const { openDatabase } = await import('@duo/db/connection/open.ts')
  const { db, close } = await openDatabase({ databaseUrl: undefined, dataDir, applicationName: 'test' })
  await openKeys(db, { secret: own, previous: [secret] })
  await close()
  return await backedUp({ dataDir, secrets: [] })
}

const mail = defineJob({ name: 'test.mail', payload: z.object({ id: z.number() }), run: async () => {} })
const copies = defineJob({ name: 'test.copies', payload: z.object({ id: z.number() }), oneAtATime: true, run: async () => {} })

test('holds the jobs of a backup until they are released, each once and with its Message-ID', async () => {
  const { db, url } = await served()
  await createQueues(db, [mail, copies])
  const later = new Date(Date.now() + 3_600_000)
  await enqueue(db, mail, { id: 1 })
  await killJobs(db, 'no such mailbox')
  await enqueue(db, mail, { id: 2 }, { runAt: later })
  await enqueue(db, mail, { id: 3 }, { key: 'three' })
  await enqueue(db, copies, { id: 4 }, { key: 'four' })
  const stored = (await storedJobs(db)).map(({ name, data, startAfter }) => ({ name, data, startAfter }))
  expect(stored).toHaveLength(3)
  const file = await backedUp({ url })

  const { db: copy, url: copyUrl } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [file], { url: copyUrl })).toMatchObject({ code: 0, out: expect.stringContaining('4 jobs are held') })
  await createQueues(copy, [mail, copies])
  expect(await waitingJobs(copy)).toEqual([])
  expect(await deadJobs(copy)).toEqual([])
  expect(await heldByName(copy)).toEqual(
    expect.arrayContaining([
      { name: mail.name, jobs: 3 },
      { name: copies.name, jobs: 1 },
    ]),
  )
  expect((await waitlistOperator.stats(copy)).held_jobs).toHaveLength(2)
  // start-up does not enqueue held jobs again, and the next backup contains them
  expect(await enqueueMissing(copy, copies, [{ id: 4 }, { id: 5 }], ({ id }) => String(id))).toBe(1)
  // the server enqueued the same job again
  await enqueue(copy, mail, { id: 33 }, { key: 'three' })
  const again = await backedUp({ url: copyUrl })

  expect(await run(restore, ['--send-mails'], { url: copyUrl })).toMatchObject({ code: 0, out: '4 held jobs were released\n' })
  expect(await run(restore, ['--send-mails'], { url: copyUrl })).toMatchObject({ code: 0, out: '0 held jobs were released\n' })
  const found = (await storedJobs(copy)).map(({ name, data, startAfter }) => ({ name, data, startAfter }))
  expect(found).toEqual(expect.arrayContaining(stored.filter(({ data }) => data.payload.id !== 3)))
  expect(found.map(({ data }) => data.payload.id).sort()).toEqual([2, 33, 4, 5])
  expect(await deadJobs(copy)).toMatchObject([{ name: mail.name, lastError: 'no such mailbox' }])
  expect(await heldByName(copy)).toEqual([])

  const { db: sending, url: sendingUrl } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [again, '--send-mails'], { url: sendingUrl })).toMatchObject({
    code: 0,
    out: expect.stringContaining('6 held jobs were released'),
  })
  expect((await storedJobs(sending)).map(({ data }) => data.payload.id).sort()).toEqual([2, 3, 33, 4, 5])
  expect(await deadJobs(sending)).toHaveLength(1)
})

test('after a restore, passwords work, old sessions do not, and positions and conversations are unchanged, with their notes and keys', async () => {
  const database = await testDatabase(onTestFinished)
  await openKeys(database.db, { secret })
  const app = await testApp({ CONFIRM_EMAIL: 'off' }, database)
  onTestFinished(() => app.close())
  const { browser, conversationId, send } = await openConversation(app, await makeAgent(app.db))
  const { email } = await app.db.selectFrom('auth_user').select('email').executeTakeFirstOrThrow()
  await send('What is an engine?')
  const messages = async (from: ReturnType<typeof testBrowser>, at = conversationId) => {
    const input = encodeURIComponent(JSON.stringify({ conversationId: at, cursor: null }))
    return await (await from.request(`/api/trpc/chat.messages?input=${input}`)).json()
  }
  const unfinished = app.db.selectFrom('chat_message').select('id').where('status', '=', 'running')
  await vi.waitFor(async () => expect(await unfinished.execute()).toEqual([]), { timeout: 20_000 })
  const spoken = await messages(browser)
  const notes = (spoken: object) => JSON.stringify(spoken).match(/"provenance":"[^"]+"/g)
  expect(notes(spoken)).toHaveLength(1)
  for (let i = 0; i < 5; i++) await makeSignup(app.db, { confirmed_at: new Date() })
  await app.db.insertInto('waitlist_advanced_seat').values({ seat: 4, key: 1, friends: 3 }).execute()
  await app.db
    .insertInto('waitlist_position_delta')
    .values([
      { position: 4, delta: -1 },
      { position: 1, delta: 1 },
    ])
    .execute()
  const places = async (db: Db) => {
    const rows: unknown[] = []
    for await (const row of waitlistOperator.exportEntries(db, { qualification: false, followUp: false })) rows.push(row)
    return rows
  }

  const { url: copyUrl, ...copy } = await emptyDatabase(onTestFinished)
  expect(await run(restore, [await backedUp({ url: database.url })], { url: copyUrl })).toEqual(done)
  const restored = await testApp({ CONFIRM_EMAIL: 'off' }, { ...copy, url: copyUrl })
  onTestFinished(() => restored.close())
  const places5 = await places(copy.db)
  expect(places5).toHaveLength(5)
  expect(places5).toEqual(await places(app.db))

  const returning = testBrowser(restored.url)
  for (const [name, value] of browser.cookies) returning.cookies.set(name, value)
  expect((await returning.call('chat.start', { agentId: '00000000-0000-7000-8000-000000000000' })).code).toBe('unauthorized')
  expect((await returning.auth('sign-in/email', { email, password })).status).toBe(200)
  expect(await messages(returning)).toEqual(spoken)
  expect(await listNoteKeys(copy.db)).toEqual(expect.arrayContaining(await listNoteKeys(app.db)))
})
