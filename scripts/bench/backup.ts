import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@duo/db/connection/open.ts'
import { startEmbedded, stopEmbedded } from '@duo/embedded-postgres/embedded.ts'
import * as waitlistOperator from '@duo/features/waitlist/server/admin/admin.ts'
import { readSealed } from '@duo/platform/server/backup/file.ts'
import { openSections } from '@duo/platform/server/backup/format.ts'
import { onlySettings } from '@duo/server/config/env.ts'
import { password, testBrowser } from '@duo/server/testing/accounts.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { fill, findPerson, load, type Person, startConversation } from './support/backup-people.ts'
import { startServer } from './support/server.ts'
import { table } from './support/table.ts'

const size = Number(process.env.BACKUP_ROWS ?? '1000000')
const settings = { CONFIRM_EMAIL: 'off', TRUST_PROXY: '1', SECRET: 'a secret that only the bench knows, 32+' }
const root = join(import.meta.dirname, '../..')
const say = (text: string) => process.stderr.write(`${text}\n`)

/** Backs up and restores a large database under load, and compares rows, positions, sign-ins and conversations. */
export async function backup(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'duo-bench-backup-'))
  const [source, copy, outside] = ['source', 'copy', 'outside'].map((name) => join(folder, name)) as [string, string, string]
  const rows: (string | number)[][] = [['step', 'seconds', 'rows a second', 'most memory, MB', 'what']]
  try {
    const file = join(folder, 'first.backup')
    const made = await backUpUnderLoad(source, file, rows)
    await stopEmbedded({ dataDir: source })
    const external = await externalPostgres(outside)
    for (const [name, where] of [
      ['embedded folder', { DATA_DIR: copy }],
      ['DATABASE_URL', { DATA_DIR: join(folder, 'no-data'), DATABASE_URL: external }],
    ] as const) {
      const restored = await command('restore', [file], where)
      note(rows, ['restore', restored.seconds, Math.round(made.total / restored.seconds), restored.memory, name])
      say(restored.output)
      const again = join(folder, 'again.backup')
      say((await command('backup', [again], where)).output)
      const differing = await differences(made.sections, await sectionsIn(again))
      note(rows, ['compare', '', '', '', `${made.sections.size} sections, differing: ${differing.join(', ') || 'none'}`])
      note(rows, ['use', '', '', '', await use(where, made.people)])
    }
    return table(rows)
  } finally {
    for (const dataDir of [source, copy, outside]) await stopEmbedded({ dataDir })
    rmSync(folder, { recursive: true, force: true })
  }
}

function note(rows: (string | number)[][], row: (string | number)[]) {
  rows.push(row)
  say(row.join(' | '))
}

async function backUpUnderLoad(dataDir: string, file: string, rows: (string | number)[][]) {
  const server = await startServer(dataDir, settings)
  const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'bench' })
  try {
    const people = [await startConversation(server.url, database.db), await startConversation(server.url, database.db)]
    await fill(database.db, size)
    say(`filled with ${size} sign-ups, accounts and conversations`)
    const calm = await load(server.url, new Promise((done) => setTimeout(done, 10_000)))
    const saving = command('backup', [file], { DATA_DIR: dataDir })
    const busy = await load(server.url, saving)
    const saved = await saving
    say(saved.output)
    const sections = await sectionsIn(file)
    const total = [...sections.values()].reduce((sum, section) => sum + section.rows, 0)
    const megabytes = Math.round(statSync(file).size / 1e6)
    note(rows, ['joins without a backup', 10, '', '', `${calm.joined} joined, median ${calm.median} ms, p95 ${calm.p95} ms`])
    note(rows, [
      'backup under load',
      saved.seconds,
      Math.round(total / saved.seconds),
      saved.memory,
      `${total} rows, ${megabytes} MB`,
    ])
    note(rows, ['joins during it', saved.seconds, '', '', `${busy.joined} joined, median ${busy.median} ms, p95 ${busy.p95} ms`])
    const { rows: bytes } = await sql<{ mb: number }>`select pg_database_size(current_database()) / 1000000 as mb`.execute(
      database.db,
    )
    note(rows, ['database', '', '', '', `${bytes[0]?.mb} MB on disk`])
    return { people, sections, total }
  } finally {
    await database.close()
    await server.stop()
  }
}

async function externalPostgres(dataDir: string): Promise<string> {
  const { url } = await startEmbedded({ dataDir, flags: ['-c', 'max_wal_size=2GB'] })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database duo_restored')
  await client.end()
  return url.replace(/\/[^/]*$/, '/duo_restored')
}

async function command(name: 'backup' | 'restore', args: string[], where: Record<string, string>) {
  const startedAt = performance.now()
  const env = { ...onlySettings({ SECRET: settings.SECRET, ...where }) }
  const child = spawn(process.execPath, [`scripts/operator/${name}.mjs`, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid ?? 0))
  }, 500)
  const code = await new Promise((done) => child.on('exit', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return { output: output.trim(), memory, seconds: Math.round((performance.now() - startedAt) / 100) / 10 }
}

function peakMemory(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000)
  } catch {
    return 0
  }
}

async function sectionsIn(path: string) {
  const { sections } = await openSections(readSealed(path))
  const found = new Map<string, { rows: number; sha256: string }>()
  for await (const { head, body } of sections) {
    const hash = createHash('sha256')
    let rows = 0
    for await (const chunk of body) {
      hash.update(chunk)
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) rows += 1
    }
    found.set('table' in head ? head.table : 'jobs', { rows, sha256: hash.digest('hex') })
  }
  return found
}

type Sections = Awaited<ReturnType<typeof sectionsIn>>

const differences = (before: Sections, after: Sections) =>
  [...before].flatMap(([name, { rows, sha256 }]) => {
    const same = name === 'jobs' ? after.get(name)?.rows === rows : after.get(name)?.sha256 === sha256
    return same ? [] : [`${name} (${rows} rows, then ${after.get(name)?.rows})`]
  })

async function use(where: Record<string, string>, people: Person[]): Promise<string> {
  const { DATA_DIR = '', ...more } = where
  const server = await startServer(DATA_DIR, { ...settings, ...more })
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: more.DATABASE_URL, applicationName: 'bench' })
  try {
    for (const { email, conversationId, last } of [...people, await findPerson(database.db, size)]) {
      const browser = testBrowser(server.url)
      const { status } = await browser.auth('sign-in/email', { email, password })
      const input = encodeURIComponent(JSON.stringify({ conversationId, cursor: null }))
      const text = await (await browser.request(`/api/trpc/chat.messages?input=${input}`)).text()
      if (status !== 200 || !text.includes(JSON.stringify(last).slice(1, -1)))
        throw new Error(`${email} cannot sign in (${status}) or read: ${text}`)
    }
    const hash = createHash('sha256')
    let entries = 0
    for await (const row of waitlistOperator.exportEntries(database.db, { qualification: false, followUp: false })) {
      const { position, seat } = row as { position: number; seat: number }
      hash.update(`${position} ${seat}\n`)
      entries += 1
    }
    return `3 people signed in and read; ${entries} positions, hash ${hash.digest('hex').slice(0, 16)}`
  } finally {
    await database.close()
    await server.stop()
  }
}
