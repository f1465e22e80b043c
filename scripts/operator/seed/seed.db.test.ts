import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/connection/connect.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { stats } from '@duo/features/waitlist/server/admin/admin.ts'
import { previewWave } from '@duo/features/waitlist/server/admin/waves.ts'
import { waitingJobs } from '@duo/platform/testing/jobs.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { machine } from '../cli/terminal.ts'
import { main } from './seed.ts'

vi.setConfig({ testTimeout: 20_000 })

const { db, url } = await testDatabase()
const templates = join(import.meta.dirname, '../../../docs/templates')
const folder = await mkdtemp(join(tmpdir(), 'duo-seed-'))
afterAll(() => rm(folder, { recursive: true }))

beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', url)
  await rm(folder, { recursive: true })
  await mkdir(folder)
  for (const table of ['chat_conversation', 'marketplace_agent', 'blog_article'] as const) await db.deleteFrom(table).execute()
  for (const table of ['marketplace_content_version', 'blog_content_version'] as const)
    await db.updateTable(table).set({ fingerprint: null, bundled: true }).execute()
})
afterEach(() => void vi.unstubAllEnvs())

const stream = (isTTY: boolean) => Object.assign(new PassThrough({ highWaterMark: 1_000_000 }), { isTTY })

// `answers` are typed one per question; a function runs first
async function run(words: string[], ...answers: (string | (() => Promise<string>))[]) {
  const isTTY = answers.length > 0
  const terminal = { ...machine('seed'), stdin: stream(isTTY), stdout: stream(isTTY), stderr: stream(isTTY) }
  const [out, stderr] = [text(terminal.stdout), text(terminal.stderr)]
  let questions = 0
  terminal.stderr.on('data', async (chunk) => {
    if (!String(chunk).includes('[y/N]')) return
    const answer = answers[questions++] ?? ''
    terminal.stdin.write(`${typeof answer === 'string' ? answer : await answer()}\n`)
  })
  if (!isTTY) terminal.stdin.end('y\n')
  const code = await main(words, terminal)
  terminal.stdout.end()
  terminal.stderr.end()
  return { code, out: await out, stderr: await stderr, questions }
}

const agent = JSON.parse(await readFile(join(templates, 'agents/your-agent.json'), 'utf8'))
const write = (slug: string, more: object = {}) =>
  writeFile(join(folder, `${slug}.json`), JSON.stringify({ ...agent, slug, ...more }))
const shown = async () => {
  const rows = await db
    .selectFrom('marketplace_agent')
    .where('hidden_at', 'is', null)
    .select(['slug', 'name'])
    .orderBy('slug')
    .execute()
  return rows.map(({ slug, name }) => `${slug}: ${name}`)
}

// seeds agents one, two and three, then leaves a renamed two, three and four in the folder
async function seeded() {
  for (const slug of ['one', 'two', 'three']) await write(slug)
  expect((await run(['agents', folder, '--yes'])).code).toBe(0)
  await rm(join(folder, 'one.json'))
  await write('two', { name: 'Changed' })
  await write('four')
}
const unchanged = ['one: Your Agent', 'three: Your Agent', 'two: Your Agent']

test('shows the database and the plan by name, applies exactly that plan after a yes, and changes nothing after a no', async () => {
  await seeded()
  const declined = await run(['agents', folder, '--remove'], 'n')
  expect(declined).toMatchObject({ code: 1, questions: 1, stderr: expect.stringContaining('nothing was changed') })
  for (const line of ['to add: four', 'to change: two', 'to remove: one', '1 to add, 1 to change, 1 to remove, 1 unchanged'])
    expect(declined.out).toContain(line)
  expect(declined.out).toContain(`the database of DATABASE_URL (${new URL(url).host}${new URL(url).pathname})`)
  expect(declined.out).not.toContain(new URL(url).password || 'password')
  expect(await shown()).toEqual(unchanged)
  expect(await run(['agents', folder, '--remove'], 'y')).toMatchObject({ code: 0, out: `${declined.out}agents: done\n` })
  expect(await shown()).toEqual(['four: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('treats end of input at the question as a no', async () => {
  await seeded()
  expect((await run(['agents', folder], '\u0004')).code).toBe(1)
  expect(await shown()).toEqual(unchanged)
})

test('without a terminal it shows the plan and the command to run, and changes nothing; a piped yes does not count', async () => {
  await seeded()
  const refused = await run(['agents', folder])
  expect(refused.code).toBe(2)
  expect(refused.out).toContain('to add: four')
  expect(refused.stderr).toContain(`npm run seed -- agents ${folder} --yes`)
  expect(await shown()).toEqual(unchanged)
  expect(await run(['agents', folder, '--dry-run'])).toMatchObject({ code: 0, stderr: '' })
  expect(await shown()).toEqual(unchanged)
  const { code, out } = await run(['agents', folder, '--yes'])
  expect([code, out]).toEqual([0, expect.stringContaining('  added: four\n')])
})

test('removes rows that the folder lacks only with --remove, and --add keeps existing rows unchanged', async () => {
  await seeded()
  const added = await run(['agents', folder, '--add', '--yes'])
  expect(added.out).toContain('1 differ in the database and stay')
  expect(await shown()).toEqual(['four: Your Agent', ...unchanged])
  const merged = await run(['agents', folder, '--yes'])
  expect(merged.out).toContain('1 not in the folder stay unchanged; --remove removes them.')
  expect(await shown()).toEqual(['four: Your Agent', 'one: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('reports that there is nothing to do without asking', async () => {
  await seeded()
  await run(['agents', folder, '--yes', '--remove'])
  const again = await run(['agents', folder, '--remove'], 'y')
  expect(again).toMatchObject({ code: 0, questions: 0, out: 'agents: nothing to do, 3 unchanged\n' })
})

test('shows the plan and asks again if the database changed between question and answer', async () => {
  await seeded()
  const meanwhile = async () => {
    // the agent to remove gets a conversation, so that it would be hidden instead
    const [{ id: agentId }, userId] = [
      await db.selectFrom('marketplace_agent').where('slug', '=', 'one').select('id').executeTakeFirstOrThrow(),
      crypto.randomUUID(),
    ]
    await db.insertInto('auth_user').values({ id: userId, email: 'ana@example.com', name: 'Ana', language: 'en' }).execute()
    const conversation = { id: crypto.randomUUID(), user_id: userId, agent_id: agentId, title: 'Talk' }
    await db.insertInto('chat_conversation').values(conversation).execute()
    return 'y'
  }
  const result = await run(['agents', folder, '--remove'], meanwhile, 'n')
  expect(result).toMatchObject({
    code: 1,
    questions: 2,
    stderr: expect.stringContaining('the database has changed since the question'),
  })
  expect(result.out.indexOf('to remove: one')).toBeLessThan(result.out.indexOf('to hide: one'))
  expect(await shown()).toEqual(unchanged)
  expect((await run(['agents', folder, '--remove'], 'y')).code).toBe(0)
  expect(await shown()).toEqual(['four: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('reports the faults of several files at once, each with its line, and changes nothing', async () => {
  await seeded()
  await cp(join(templates, 'articles'), folder, { recursive: true })
  const english = join(folder, 'en/your-article.md')
  const source = await readFile(english, 'utf8')
  const faulty = source.replace('author:', 'autor:').replace('category: guides', 'category: cooking')
  await writeFile(english, `${faulty}\n<b>bold</b>\n\n[gone](/blog/en/gone)\n`)
  await writeFile(join(folder, 'pt/seu-artigo.md'), Buffer.concat([Buffer.from('---\nid: [\n---\nOl'), Buffer.from([0xe1])]))
  const { code, stderr } = await run(['articles', folder, '--yes'])
  expect(code).toBe(1)
  const end = source.split('\n').length
  expect(stderr.trimEnd().split('\n')).toEqual([
    'seed articles: nothing was changed',
    '  en/your-article.md:1: author: is missing',
    '  en/your-article.md:5: autor: there is no such field',
    expect.stringMatching(/^ {2}en\/your-article\.md:8: category: must be one of/),
    `  en/your-article.md:${end + 1}: body: has raw HTML, which is not shown`,
    `  en/your-article.md:${end + 3}: body: the link to /blog/en/gone leads to no article`,
    expect.stringMatching(/^ {2}pt\/seu-artigo\.md:\d: front matter: /),
    '  pt/seu-artigo.md:4: file: is not UTF-8 text: save it as UTF-8',
  ])
  expect(await db.selectFrom('blog_article').select('id').execute()).toEqual([])
})

test('accepts the templates, and marks their content as not bundled, so that a start keeps it', async () => {
  const agents = await run(['agents', join(templates, 'agents'), '--yes'])
  expect(agents).toMatchObject({ code: 0, out: expect.stringContaining('  added: your-agent\n') })
  expect(agents.out).toContain('From now on a server start does not update the agents')
  const articles = await run(['articles', join(templates, 'articles'), '--yes'])
  expect(articles).toMatchObject({ code: 0, out: expect.stringContaining('articles: 2 added, 0 unchanged\n') })
  for (const table of ['marketplace_content_version', 'blog_content_version'] as const)
    expect(await db.selectFrom(table).select('bundled').execute()).toEqual([{ bundled: false }])
})

const misunderstood: [words: string[], message: string][] = [
  [['agnets'], "unknown command 'agnets'"],
  [['toString'], "unknown command 'toString'"],
  [['agents', '--force'], "unknown option '--force'"],
  [['agents', 'a', 'b'], 'too many arguments'],
  [['agents', ''], 'The folder name is empty.'],
  [['agents', '--add', '--remove'], "option '--add' cannot be used with option '--remove'"],
  [['agents', '--yes', '--dry-run'], "option '--yes' cannot be used with option '--dry-run'"],
  [['waitlist', 'many'], 'The count is a whole number'],
  [['waitlist', '--remove'], "unknown option '--remove'"],
]
test.each(misunderstood)('%s is rejected with a reason in one line', async (words, message) => {
  const { code, stderr } = await run(words)
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^seed: [^\n]* --help shows how\.\n$/)])
  expect(stderr).toContain(message)
})

test('without arguments it prints the usage', async () => {
  const { code, stderr } = await run([])
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: seed agents|articles|waitlist')])
})

test('reports a missing or empty folder, and an unreachable or read-only database, in one line', async () => {
  const failure = async (words: string[], at = url) => {
    vi.stubEnv('DATABASE_URL', at)
    const { code, stderr } = await run([...words, '--yes'])
    expect(code).toBe(1)
    return stderr
  }
  expect(await failure(['agents', join(folder, 'nowhere')])).toBe(`seed: there is no folder ${join(folder, 'nowhere')}\n`)
  expect(await failure(['articles', folder])).toContain('there is no article in')
  await mkdir(join(folder, 'en/a.md'), { recursive: true })
  expect(await failure(['articles', folder])).toContain('en/a.md is a folder, where a file was expected')
  await write('one')
  expect(await failure(['agents', join(folder, 'one.json')])).toContain('is a file: name its folder')
  expect(await failure(['agents', folder], 'postgres://x:y@127.0.0.1:1/none')).toContain(
    'cannot open the database at 127.0.0.1:1/none',
  )
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  expect(await failure(['agents', folder], readOnly.href)).toBe(
    'seed: the database is read-only: it is a standby, or its user cannot write\n',
  )
})

test('waits for a running seed and then shows the remaining plan', async () => {
  await seeded()
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const pending = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.db.transaction().execute(async (tx) => {
    await tx.selectFrom('marketplace_content_version').select('version').forUpdate().execute()
    await tx.updateTable('marketplace_agent').set({ hash: 'other' }).where('slug', '=', 'three').execute()
    locked.resolve()
    await pending.promise
  })
  await locked.promise
  const result = run(['agents', folder, '--dry-run'])
  const waiting = sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'duo-seed' and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await waiting.execute(db)).rows[0]?.count === 1, { timeout: 5_000 })
  pending.resolve()
  await holding
  expect((await result).out).toContain('to change: three')
})

test('the fictional members can be invited as a wave, by friends and by position', async () => {
  await db.deleteFrom('waitlist_signup').execute()
  expect((await run(['waitlist', '20', '--yes'])).code).toBe(0)
  const wave = await previewWave(db, { name: 'rehearsal', size: 20, byReferrals: 0.1 })
  const by = wave.error === null ? wave.people.map((person) => person.by) : []
  expect([by.filter((reason) => reason === 'friends').length, by.length]).toEqual([2, 20])
  const { funnel } = await stats(db)
  expect(funnel.map(({ entries }) => entries)).toEqual([20, 20, 20, 20, 0, 0])
  expect(await waitingJobs(db)).toEqual([])
  await db.deleteFrom('waitlist_signup').execute()
})

test('adds fictional members to DATABASE_URL only with --yes', async () => {
  const members = async () => (await db.selectFrom('waitlist_signup').select('id').execute()).length
  const refused = await run(['waitlist', '3'])
  expect(refused.code).toBe(2)
  expect(refused.stderr).toMatch(/^seed: this changes the database of DATABASE_URL .*--yes/)
  expect(await members()).toBe(0)
  expect((await run(['waitlist', '3', '--yes'])).code).toBe(0)
  expect(await members()).toBe(3)
})
