import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { connect } from '@duo/db/index.ts'
import { testDatabase } from '@duo/db/testing.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runSeedCommand } from './seed.ts'

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
  for (const table of ['marketplace_edition', 'blog_edition'] as const)
    await db.updateTable(table).set({ fingerprint: null, house: true }).execute()
})
afterEach(() => void vi.unstubAllEnvs())

/** A stream that a person sits at, or that does not. */
const stream = (isTTY: boolean) => Object.assign(new PassThrough({ highWaterMark: 1_000_000 }), { isTTY })

/** Runs the command; `answers` are what a person at a terminal types, one after each question, and may do something before. */
async function run(words: string[], ...answers: (string | (() => Promise<string>))[]) {
  const isTTY = answers.length > 0
  const terminal = { stdin: stream(isTTY), stdout: stream(isTTY), stderr: stream(isTTY) }
  const [out, told] = [text(terminal.stdout), text(terminal.stderr)]
  let questions = 0
  terminal.stderr.on('data', async (chunk) => {
    if (!String(chunk).includes('[y/N]')) return
    const answer = answers[questions++] ?? ''
    terminal.stdin.write(`${typeof answer === 'string' ? answer : await answer()}\n`)
  })
  if (!isTTY) terminal.stdin.end('y\n')
  const code = await runSeedCommand(words, terminal)
  terminal.stdout.end()
  terminal.stderr.end()
  return { code, out: await out, told: await told, questions }
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

/** A database with the agents one, two and three, and a folder with two (of another name), three and four. */
async function seeded() {
  for (const slug of ['one', 'two', 'three']) await write(slug)
  expect((await run(['agents', folder, '--yes'])).code).toBe(0)
  await rm(join(folder, 'one.json'))
  await write('two', { name: 'Changed' })
  await write('four')
}
const unchanged = ['one: Your Agent', 'three: Your Agent', 'two: Your Agent']

test('shows by name what would be done and where, asks, and does exactly that; a no changes nothing', async () => {
  await seeded()
  const declined = await run(['agents', folder, '--remove'], 'n')
  expect(declined).toMatchObject({ code: 1, questions: 1, told: expect.stringContaining('nothing was changed') })
  for (const line of ['to add: four', 'to change: two', 'to remove: one', '1 to add, 1 to change, 1 to remove, 1 unchanged'])
    expect(declined.out).toContain(line)
  expect(declined.out).toContain(`the database ${new URL(url).host}${new URL(url).pathname}`)
  expect(declined.out).not.toContain(new URL(url).password || 'password')
  expect(await shown()).toEqual(unchanged)
  expect(await run(['agents', folder, '--remove'], 'y')).toMatchObject({ code: 0, out: `${declined.out}agents: done\n` })
  expect(await shown()).toEqual(['four: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('end of input at the question is a no', async () => {
  await seeded()
  expect((await run(['agents', folder], '\u0004')).code).toBe(1)
  expect(await shown()).toEqual(unchanged)
})

test('without a terminal it shows the plan, changes nothing, and prints the command that would; a piped yes is none', async () => {
  await seeded()
  const refused = await run(['agents', folder])
  expect(refused.code).toBe(2)
  expect(refused.out).toContain('to add: four')
  expect(refused.told).toContain(`npm run seed -- agents ${folder} --yes`)
  expect(await shown()).toEqual(unchanged)
  expect(await run(['agents', folder, '--dry-run'])).toMatchObject({ code: 0, told: '' })
  expect(await shown()).toEqual(unchanged)
  const { code, out } = await run(['agents', folder, '--yes'])
  expect([code, out]).toEqual([0, expect.stringContaining('  added: four\n')])
})

test('what the folder lacks stays unless --remove is said, and --add leaves alone what is there', async () => {
  await seeded()
  const added = await run(['agents', folder, '--add', '--yes'])
  expect(added.out).toContain('1 are different in the database and stay')
  expect(await shown()).toEqual(['four: Your Agent', ...unchanged])
  const merged = await run(['agents', folder, '--yes'])
  expect(merged.out).toContain('1 not in the folder stay as they are; --remove removes them.')
  expect(await shown()).toEqual(['four: Your Agent', 'one: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('where there is nothing to do it says so and asks nothing', async () => {
  await seeded()
  await run(['agents', folder, '--yes', '--remove'])
  const again = await run(['agents', folder, '--remove'], 'y')
  expect(again).toMatchObject({ code: 0, questions: 0, out: 'agents: nothing to do, 3 unchanged\n' })
})

test('a database that changes between the question and the answer is shown and asked about again', async () => {
  await seeded()
  const meanwhile = async () => {
    // the agent to remove gets a conversation: removing it would hide it now
    const [{ id: agentId }, userId] = [
      await db.selectFrom('marketplace_agent').where('slug', '=', 'one').select('id').executeTakeFirstOrThrow(),
      crypto.randomUUID(),
    ]
    await db.insertInto('auth_user').values({ id: userId, email: 'ana@example.com', name: 'Ana', language: 'en' }).execute()
    const talk = { id: crypto.randomUUID(), user_id: userId, agent_id: agentId, title: 'Talk' }
    await db.insertInto('chat_conversation').values(talk).execute()
    return 'y'
  }
  const asked = await run(['agents', folder, '--remove'], meanwhile, 'n')
  expect(asked).toMatchObject({ code: 1, questions: 2, told: expect.stringContaining('the database is not what it was') })
  expect(asked.out.indexOf('to remove: one')).toBeLessThan(asked.out.indexOf('to hide: one'))
  expect(await shown()).toEqual(unchanged)
  expect((await run(['agents', folder, '--remove'], 'y')).code).toBe(0)
  expect(await shown()).toEqual(['four: Your Agent', 'three: Your Agent', 'two: Changed'])
})

test('several faulty files are reported in one round, each fault with its line, and nothing is changed', async () => {
  await seeded()
  await cp(join(templates, 'articles'), folder, { recursive: true })
  const english = join(folder, 'en/your-article.md')
  const source = await readFile(english, 'utf8')
  const faulty = source.replace('author:', 'autor:').replace('category: guides', 'category: cooking')
  await writeFile(english, `${faulty}\n<b>bold</b>\n\n[gone](/blog/en/gone)\n`)
  await writeFile(join(folder, 'pt/seu-artigo.md'), Buffer.concat([Buffer.from('---\nid: [\n---\nOl'), Buffer.from([0xe1])]))
  const { code, told } = await run(['articles', folder, '--yes'])
  expect(code).toBe(1)
  const end = source.split('\n').length
  expect(told.trimEnd().split('\n')).toEqual([
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

test('the templates are right, and a start leaves alone what came from them', async () => {
  const agents = await run(['agents', join(templates, 'agents'), '--yes'])
  expect(agents).toMatchObject({ code: 0, out: expect.stringContaining('  added: your-agent\n') })
  expect(agents.out).toContain('From now on a start of the server leaves the agents alone')
  const articles = await run(['articles', join(templates, 'articles'), '--yes'])
  expect(articles).toMatchObject({ code: 0, out: expect.stringContaining('articles: 2 added, 0 unchanged\n') })
  for (const table of ['marketplace_edition', 'blog_edition'] as const)
    expect(await db.selectFrom(table).select('house').execute()).toEqual([{ house: false }])
})

const misunderstood: [words: string[], said: string][] = [
  [[], 'say what to seed'],
  [['agnets'], "there is no seed 'agnets'"],
  [['toString'], "there is no seed 'toString'"],
  [['agents', '--force'], "Unknown option '--force'"],
  [['agents', 'a', 'b'], 'too many words: b'],
  [['agents', ''], 'the folder has no name'],
  [['agents', '--add', '--remove'], '--add only adds, and --remove removes'],
  [['agents', '--yes', '--dry-run'], '--yes does it, and --dry-run does not'],
  [['waitlist', 'many'], 'the count is a whole number'],
  [['waitlist', '--remove'], 'waitlist takes no flag but --yes'],
]
test.each(misunderstood)('%s is refused with a reason and the usage', async (words, said) => {
  const { code, told } = await run(words)
  expect([code, told]).toEqual([2, expect.stringContaining(said)])
  expect(told).toContain('Usage: npm run seed')
})

test('a folder that is none, or holds nothing, and a database that is unreachable or read-only are said in a line', async () => {
  const failure = async (words: string[], at = url) => {
    vi.stubEnv('DATABASE_URL', at)
    const { code, told } = await run([...words, '--yes'])
    expect(code).toBe(1)
    return told
  }
  expect(await failure(['agents', join(folder, 'nowhere')])).toBe(`seed agents: there is no folder ${join(folder, 'nowhere')}\n`)
  expect(await failure(['articles', folder])).toContain('there is no article in')
  await mkdir(join(folder, 'en/a.md'), { recursive: true })
  expect(await failure(['articles', folder])).toContain('en/a.md is a folder, where a file was expected')
  await write('one')
  expect(await failure(['agents', join(folder, 'one.json')])).toContain('is a file: name the folder that it lies in')
  expect(await failure(['agents', folder], 'postgres://x:y@127.0.0.1:1/none')).toContain(
    'cannot open the database at 127.0.0.1:1/none',
  )
  const readOnly = new URL(url)
  readOnly.searchParams.set('options', '-c default_transaction_read_only=on')
  expect(await failure(['agents', folder], readOnly.href)).toBe(
    'seed agents: the database can only be read: it is a standby, or its user must not write\n',
  )
})

test('a seed waits for one that is under way, and then shows what is left to do', async () => {
  await seeded()
  const other = connect({ url, onError: () => {} })
  onTestFinished(other.close)
  const held = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = other.db.transaction().execute(async (tx) => {
    await tx.selectFrom('marketplace_edition').select('version').forUpdate().execute()
    await tx.updateTable('marketplace_agent').set({ hash: 'other' }).where('slug', '=', 'three').execute()
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const asked = run(['agents', folder, '--dry-run'])
  const waiting = sql<{ count: number }>`
    select count(*)::int from pg_stat_activity where datname = current_database() and application_name = 'duo-seed' and wait_event_type = 'Lock'`
  await vi.waitUntil(async () => (await waiting.execute(db)).rows[0]?.count === 1, { timeout: 5_000 })
  held.resolve()
  await holding
  expect((await asked).out).toContain('to change: three')
})

test('made-up members come to the database of DATABASE_URL only with --yes', async () => {
  const members = async () => (await db.selectFrom('waitlist_signup').select('id').execute()).length
  const refused = await run(['waitlist', '3'])
  expect(refused.code).toBe(2)
  expect(refused.told).toMatch(/^seed waitlist: this changes the database of DATABASE_URL .*--yes/)
  expect(await members()).toBe(0)
  expect((await run(['waitlist', '3', '--yes'])).code).toBe(0)
  expect(await members()).toBe(3)
})
