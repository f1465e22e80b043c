import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded, stopEmbedded } from '@duo/db/embedded.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import { openDatabase } from '@duo/db/open.ts'
import { waitlistOperator } from '@duo/features/server'
import { readSealed } from '@duo/platform/server/backup/file.ts'
import { openSections } from '@duo/platform/server/backup/format.ts'
import { password, testBrowser } from '@duo/server/auth-testing.ts'
import { onlySettings } from '@duo/server/env.ts'
import { sql } from 'kysely'
import { Client } from 'pg'
import { startServer } from './server.ts'
import { median, table } from './table.ts'

/** Sign-ups, accounts and conversations each; BACKUP_ROWS=100000 for fewer. */
const size = Number(process.env.BACKUP_ROWS ?? '1000000')
const settings = { CONFIRM_EMAIL: 'off', TRUST_PROXY: '1', SECRET: 'a secret that only the bench knows, 32+' }
const root = join(import.meta.dirname, '../..')
const say = (text: string) => process.stderr.write(`${text}\n`)

/**
 * Backs a large database up while people join, sign in and talk, restores it into an empty embedded folder and into a Postgres at DATABASE_URL,
 * and compares: counts and hashes of every table, every position, signing in with the old password, reading an old conversation.
 */
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
      say(restored.said)
      const again = join(folder, 'again.backup')
      say((await command('backup', [again], where)).said)
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

/** Adds a row to the table and shows it at once, because all of it takes a quarter of an hour. */
function note(rows: (string | number)[][], row: (string | number)[]) {
  rows.push(row)
  say(row.join(' | '))
}

type Person = { email: string; conversationId: string; last: string }

async function backUpUnderLoad(dataDir: string, file: string, rows: (string | number)[][]) {
  const server = await startServer(dataDir, settings)
  const database = await openDatabase({ dataDir, databaseUrl: undefined, applicationName: 'bench' })
  try {
    const people = [await talk(server.url, database.db), await talk(server.url, database.db)]
    await fill(database.db)
    say(`filled with ${size} sign-ups, accounts and conversations`)
    const calm = await load(server.url, new Promise((done) => setTimeout(done, 10_000)))
    const saving = command('backup', [file], { DATA_DIR: dataDir })
    const busy = await load(server.url, saving)
    const saved = await saving
    say(saved.said)
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

/** Joins, four at a time, until something is over. */
async function load(url: string, until: Promise<unknown>) {
  let isOver = false
  const over = () => {
    isOver = true
  }
  until.then(over, over)
  const times: number[] = []
  let joined = 0
  const lane = async () => {
    while (!isOver) {
      const address = Array.from({ length: 3 }, () => Math.floor(Math.random() * 250)).join('.')
      const begun = performance.now()
      const response = await fetch(`${url}/api/trpc/waitlist.join`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `11.${address}` },
        body: JSON.stringify({ email: `load-${crypto.randomUUID()}@example.com`, language: 'en', invitedByCode: null }),
      })
      await response.text()
      times.push(performance.now() - begun)
      if (response.ok) joined += 1
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  return { joined, median: Math.round(median(times) * 10) / 10, p95: Math.round(p95 * 10) / 10 }
}

/** Somebody who has signed up and talked, through the server. */
async function talk(url: string, db: Db): Promise<Person> {
  const browser = testBrowser(url)
  const email = `person-${crypto.randomUUID()}@example.com`
  await browser.auth('sign-up/email', { name: 'Ana Souza', email, password, language: 'en' })
  await browser.auth('sign-in/email', { email, password })
  const { id: agentId } = await db
    .selectFrom('marketplace_agent')
    .select('id')
    .where('slug', '=', 'ada-lovelace')
    .executeTakeFirstOrThrow()
  const started = await browser.call('chat.start', { agentId })
  const { id: conversationId } = (started.data as { conversation: { id: string } }).conversation
  const content = 'What is the Analytical Engine?'
  await browser.call('chat.send', { conversationId, clientId: crypto.randomUUID(), content })
  for (;;) {
    const reply = await db
      .selectFrom('chat_message')
      .select(['content', 'status'])
      .where('conversation_id', '=', conversationId)
      .where('role', '=', 'assistant')
      .executeTakeFirst()
    if (reply && reply.status !== 'running') return { email, conversationId, last: reply.content }
    await new Promise((done) => setTimeout(done, 100))
  }
}

/** As many sign-ups, accounts and conversations of two messages as asked for; each account has the password of the first person. */
async function fill(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await sql<{ seat: number }>`select nextval('waitlist_seat') as seat`.execute(tx)
    const first = rows[0]?.seat ?? 1
    await sql`insert into waitlist_signup (id, email, language, seat, referral_code, mailbox_hash, confirmed_at)
      select uuidv7(), 'p' || n || '@example.com', 'en', ${first}::bigint + n, 'BENCH' || n, md5(n::text), now()
      from generate_series(1, ${size}::bigint) as n`.execute(tx)
    await sql`insert into waitlist_mover (seat, key, friends)
      select ${first}::bigint + n, ${first}::bigint + n - 100 * (1 + n % 5), 1 + n % 5
      from generate_series(550, ${size}::bigint, 100) as n`.execute(tx)
    await sql`insert into waitlist_rank_delta select seat, -1 from waitlist_mover union all select key, 1 from waitlist_mover`.execute(
      tx,
    )
    await sql`select setval('waitlist_seat', ${first}::bigint + ${size}::bigint)`.execute(tx)
    await sql`create temporary table made on commit drop as
      select n, uuidv7() as person, uuidv7() as talk, uuidv7() as question from generate_series(1, ${size}::bigint) as n`.execute(
      tx,
    )
    await sql`insert into auth_user (id, name, email, email_verified, confirmed_at)
      select person, 'Person ' || n, 'p' || n || '@example.com', true, now() from made`.execute(tx)
    await sql`insert into auth_account (id, user_id, provider_id, account_id, password)
      select uuidv7(), person, 'credential', person::text, p.password
      from made, (select password from auth_account limit 1) as p`.execute(tx)
    await sql`insert into chat_conversation (id, user_id, agent_id, title, last_seq, last)
      select talk, person, a.id, 'What is an engine? ' || n, 2, 'It weaves'
      from made, (select id from marketplace_agent limit 1) as a`.execute(tx)
    await sql`insert into chat_message (id, conversation_id, seq, role, content, status, client_id)
      select question, talk, 1, 'user', 'What is an engine, and ção? ' || n, 'done', uuidv7() from made`.execute(tx)
    await sql`insert into chat_message (id, conversation_id, seq, role, content, status, origin, question_id)
      select uuidv7(), talk, 2, 'assistant',
        E'The engine weaves algebraic patterns\\n\\tjust as the loom weaves flowers \\\\ and leaves.\\n' || n, 'done', 'offline', question
      from made`.execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}

/** A Postgres that is not the embedded one, as far as the commands can tell. */
async function externalPostgres(dataDir: string): Promise<string> {
  const { url } = await startEmbedded({ dataDir, flags: ['-c', 'max_wal_size=2GB'] })
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create database duo_restored')
  await client.end()
  return url.replace(/\/[^/]*$/, '/duo_restored')
}

/** Runs one of the two commands, as `npm run` does; its peak memory is what Linux counted. */
async function command(name: 'backup' | 'restore', args: string[], where: Record<string, string>) {
  const begun = performance.now()
  const env = { ...onlySettings({ SECRET: settings.SECRET, ...where }) }
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, peakMemory(child.pid ?? 0))
  }, 500)
  const code = await new Promise((done) => child.on('exit', done))
  clearInterval(watch)
  if (code !== 0) throw new Error(`${name} ended with ${code}`)
  return { said: said.trim(), memory, seconds: Math.round((performance.now() - begun) / 100) / 10 }
}

function peakMemory(pid: number): number {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000)
  } catch {
    return 0 // it has just ended
  }
}

/** Rows and hash of each section of a backup. */
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

/** What is not the same in two backups. Sessions end with a restore, and held jobs are listed in another order. */
const differences = (before: Sections, after: Sections) =>
  [...before].flatMap(([name, { rows, sha256 }]) => {
    const same = name === 'jobs' ? after.get(name)?.rows === rows : after.get(name)?.sha256 === sha256
    return same ? [] : [`${name} (${rows} rows, then ${after.get(name)?.rows})`]
  })

/** Signs in with old passwords, reads old conversations, and hashes every position. */
async function use(where: Record<string, string>, people: Person[]): Promise<string> {
  const { DATA_DIR = '', ...more } = where
  const server = await startServer(DATA_DIR, { ...settings, ...more })
  const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: more.DATABASE_URL, applicationName: 'bench' })
  try {
    for (const { email, conversationId, last } of [...people, await someone(database.db)]) {
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

/** One of those that `fill` made. */
async function someone(db: Db): Promise<Person> {
  const email = `p${Math.ceil(size / 2)}@example.com`
  const { id: userId } = await db.selectFrom('auth_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const { id } = await db.selectFrom('chat_conversation').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  const reply = db.selectFrom('chat_message').select('content').where('conversation_id', '=', id).where('role', '=', 'assistant')
  return { email, conversationId: id, last: (await reply.executeTakeFirstOrThrow()).content }
}
