import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Db } from '@duo/db/index.ts'
import { emptyDatabase, testDatabase } from '@duo/db/testing.ts'
import { readSealed, writeSealed } from '@duo/platform/server/backup/file.ts'
import { type Header, line, openSections, writeSection } from '@duo/platform/server/backup/format.ts'
import { listNoteKeys } from '@duo/platform/server/provenance/note-key-store.ts'
import { openKeys } from '@duo/platform/server/security/data-key.ts'
import { noteKeyOf } from '@duo/platform/server/security/keys.ts'
import { v7 as uuid } from 'uuid'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { main as backup } from '../backup/backup.ts'
import { main as restore } from './restore.ts'

vi.setConfig({ testTimeout: 60_000 })

const secret = 'the secret of the server that is backed up'

async function run(command: typeof backup, args: string[], databaseUrl: string) {
  const stream = () => Object.assign(new PassThrough({ highWaterMark: 1_000_000 }), { isTTY: false })
  const io = { stdin: stream(), stdout: stream(), stderr: stream() }
  const env = { databaseUrl, dataDir: '/nowhere', preparedStatements: true }
  const code = await command(args, { ...io, env, secrets: [secret] })
  io.stdout.end()
  io.stderr.end()
  return { code, out: await text(io.stdout), stderr: await text(io.stderr) }
}

interface Part {
  head: { table: string; columns: string[] } | { jobs: true }
  body: string
}
interface Parts {
  header: Header
  parts: Part[]
}

let original: Parts
const folder = mkdtempSync(join(tmpdir(), 'duo-restore-'))
const file = (name: string) => join(folder, `${name}.backup`)

const newUser = (email: string, role: 'person' | 'operator') => ({ id: uuid(), name: 'Ana', email, role })

beforeAll(async () => {
  const { db, url } = await testDatabase()
  await openKeys(db, { secret })
  await db
    .insertInto('auth_user')
    .values([newUser('ana@example.com', 'operator'), newUser('eva@example.com', 'person')])
    .execute()
  expect((await run(backup, [file('original')], url)).code).toBe(0)
  const { header, sections } = await openSections(readSealed(file('original')))
  const parts: Part[] = []
  for await (const { head, body } of sections) parts.push({ head, body: await text(body) })
  original = { header, parts }
  return () => rmSync(folder, { recursive: true })
})

/** Writes a backup whose checksums are right, as an attacker can. */
async function forge(change: (parts: Parts) => Parts): Promise<string> {
  const { header, parts } = change(original)
  const contents = async function* () {
    yield line(header)
    for (const { head, body } of parts)
      yield* writeSection(
        head,
        (async function* () {
          yield Buffer.from(body)
        })(),
      )
    yield line({ end: true })
  }
  const path = file(uuid())
  await writeSealed(path, contents())
  return path
}

const partOf = ({ parts }: Parts, table: string) => {
  const part = parts.find(({ head }) => 'table' in head && head.table === table)
  if (!part || !('table' in part.head)) throw new Error(`the backup has no section ${table}`)
  return { head: part.head, body: part.body }
}
const withPart = (table: string, change: (part: ReturnType<typeof partOf>) => Part) => (all: Parts) => ({
  ...all,
  parts: all.parts.map((part) => ('table' in part.head && part.head.table === table ? change(partOf(all, table)) : part)),
})
const inFront =
  (part: Part) =>
  ({ header, parts }: Parts) => ({ header, parts: [part, ...parts] })

const tablesOf = async (db: Db) => (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)

describe('a forged backup is refused, and loads nothing', () => {
  const cases: [string, (all: Parts) => Parts, RegExp][] = [
    [
      'a system table',
      inFront({ head: { table: 'pg_authid', columns: ['rolname'] }, body: 'intruder\n' }),
      /no table of ours, or a table twice/,
    ],
    ['a table of another schema', inFront({ head: { table: 'pgboss"."job', columns: ['id'] }, body: '' }), /no table of ours/],
    [
      'the table of migrations',
      inFront({ head: { table: 'kysely_migration', columns: ['name'] }, body: '' }),
      /no table of ours/,
    ],
    [
      'a second section of accounts',
      (all) => ({ ...all, parts: [...all.parts.slice(0, -1), partOf(all, 'auth_user'), ...all.parts.slice(-1)] }),
      /a table twice/,
    ],
    [
      'no section of accounts',
      (all) => ({ ...all, parts: all.parts.filter(({ head }) => !('table' in head && head.table === 'auth_user')) }),
      /auth_user|foreign key/,
    ],
    [
      'a column too few',
      withPart('auth_user', ({ head, body }) => ({ head: { ...head, columns: head.columns.slice(1) }, body })),
      /columns of auth_user/,
    ],
    [
      'a column that is SQL',
      withPart('rate_limit', ({ body }) => ({
        head: { table: 'rate_limit', columns: ['key', 'points', 'expire) from stdin --'] },
        body,
      })),
      /columns of rate_limit/,
    ],
    ['two sections of jobs', (all) => ({ ...all, parts: [...all.parts, { head: { jobs: true }, body: '' }] }), /after its jobs/],
    ['no jobs', (all) => ({ ...all, parts: all.parts.slice(0, -1) }), /no jobs section/],
    [
      'a foreign sequence',
      ({ header, parts }) => ({ header: { ...header, sequences: { 'pgboss.x': { last: '1', called: true } } }, parts }),
      /sequence that is not ours/,
    ],
  ]
  test.each(cases)('with %s', async (_what, change, reason) => {
    const { db, url } = await emptyDatabase(onTestFinished)
    const { code, stderr } = await run(restore, [await forge(change)], url)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(reason) })
    expect(stderr).toMatch(/^restore: [^\n]+\n$/)
    expect(await tablesOf(db)).toEqual([])
  })
})

describe('a small file with a huge line', () => {
  const megabyte = Buffer.alloc(1 << 20, 'a')
  async function huge(start: Buffer[]) {
    const path = file(uuid())
    const contents = async function* () {
      yield* start
      for (let n = 0; n < 600; n++) yield megabyte
    }
    await writeSealed(path, contents())
    expect(statSync(path).size).toBeLessThan(100_000)
    return path
  }

  test.each([
    ['header', () => [], /a line is too long/],
    ['row', () => [line(original.header), line({ table: 'auth_user', columns: ['id'] })], /a row is too long/],
  ])('as its %s is refused at once, without holding it in memory', async (_what, start, reason) => {
    const path = await huge(start())
    const { url } = await emptyDatabase(onTestFinished)
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    const { code, stderr } = await run(restore, [path], url)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(reason) })
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(250_000_000)
  })
})

describe('a small file of many short rows', () => {
  const shortRows = Buffer.alloc(1 << 20, '\n')
  const bomb = async (table: string, columns: string[]) => {
    const path = file(uuid())
    const contents = async function* () {
      yield line(original.header)
      yield line({ table, columns })
      for (let n = 0; n < 600; n++) yield shortRows
    }
    await writeSealed(path, contents())
    expect(statSync(path).size).toBeLessThan(100_000)
    return path
  }

  test.each([
    ['a system table', 'pg_authid', ['rolname'], /no table of ours/, 2_000],
    ['a table that its header does not list', 'auth_users', ['id'], /no table of ours/, 2_000],
    ['one column twice', 'auth_user', ['id', 'id'], /columns of auth_user/, 2_000],
    ['a table of ours', 'auth_user', ['id'], /more than 100 times its size/, 15_000],
  ])('of %s is refused soon', async (_what, table, columns, reason, maxMs) => {
    const path = await bomb(table, columns)
    const { url } = await emptyDatabase(onTestFinished)
    const startedAt = performance.now()
    const { code, stderr } = await run(restore, [path], url)
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(reason) })
    expect(performance.now() - startedAt).toBeLessThan(maxMs)
  })
})

test('rows as long as ours can be are still restored', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  const longName = 'x'.repeat(3_000_000)
  const path = await forge(
    withPart('auth_user', ({ head, body }) => ({ head, body: body.replaceAll('\tAna\t', `\t${longName}\t`) })),
  )
  expect((await run(restore, [path], url)).code).toBe(0)
  expect((await db.selectFrom('auth_user').select('name').execute()).map(({ name }) => name.length)).toEqual([
    3_000_000, 3_000_000,
  ])
})

describe('an operator in a backup', () => {
  const rolesIn = async (db: Db) =>
    (await db.selectFrom('auth_user').select('role').orderBy('email').execute()).map(({ role }) => role)

  test('is restored as a user, and the command says how many and how to give the role back', async () => {
    const { db, url } = await emptyDatabase(onTestFinished)
    const { code, out } = await run(restore, [file('original')], url)
    expect(code).toBe(0)
    expect(out).toContain('operator roles that were not restored: 1 (npm run account -- role <e-mail> operator gives one back)')
    expect(await rolesIn(db)).toEqual(['person', 'person'])
  })

  test('keeps the role on request', async () => {
    const { db, url } = await emptyDatabase(onTestFinished)
    const { code, out } = await run(restore, [file('original'), '--with-roles'], url)
    expect(code).toBe(0)
    expect(out).not.toContain('role')
    expect(await rolesIn(db)).toEqual(['operator', 'person'])
  })
})

test('a public key that a forged backup brings is not published', async () => {
  const { db, url } = await emptyDatabase(onTestFinished)
  const [own, foreign] = [noteKeyOf(secret).publicKey, noteKeyOf('the secret of an attacker, 32 characters').publicKey]
  const key = ({ kid, x }: typeof own) => ({ kid, x, created_at: '2020-01-01 00:00:00+00' })
  const rows = [key(own), key(foreign), key({ ...own, x: foreign.x, kid: 'k' })]
  const path = await forge(
    withPart('note_key', ({ head }) => ({
      head,
      body: rows.map((row) => `${head.columns.map((name) => row[name as keyof typeof row]).join('\t')}\n`).join(''),
    })),
  )
  const { code, out } = await run(restore, [path], url)
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('public keys of notes that were not restored: 2') })
  expect(await listNoteKeys(db)).toEqual([own])
})
