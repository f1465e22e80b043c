import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import type { SeedResult } from '@duo/platform/server/files/seed-plan.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { bundledRules } from '../../rules.ts'
import { seedArticles } from './seed-articles.ts'
import { seedBundledArticles } from './seed-bundled-articles.ts'

const { db } = await testDatabase()
const bundledFolder = join(import.meta.dirname, '../../../../../db/seeds/articles')

const folder = await mkdtemp(join(tmpdir(), 'duo-articles-'))
afterAll(() => rm(folder, { recursive: true }))

interface Written {
  language?: 'en' | 'pt'
  file?: string
  body?: string
  [field: string]: unknown
}

/** Writes a valid article of 200 words; `given` overrides fields, undefined omits one. */
async function write({ language = 'en', file, body = 'word '.repeat(200), ...overrides }: Written & { slug: string }) {
  const fields = {
    id: 1,
    title: `About ${overrides.slug}`,
    excerpt: 'What it says.',
    author: 'Duo',
    date: '2025-06-01',
    readTime: 1,
    category: 'guides',
    image: '/blog/images/a',
    figure: 'Two shapes.',
    keywords: ['agents'],
    publishedTime: '2025-06-01T09:00:00-03:00',
    modifiedTime: '2025-06-01T09:00:00-03:00',
    ...overrides,
  }
  const lines = Object.entries(fields).filter(([, value]) => value !== undefined)
  const text = `---\n${lines.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join('\n')}\n---\n${body}\n`
  await mkdir(join(folder, language), { recursive: true })
  await writeFile(join(folder, language, `${file ?? overrides.slug}.md`), text)
}

const pair = async (english: object = {}, portuguese: object = {}) => {
  await write({ slug: 'prices', pair: 'precos', ...english })
  await write({ language: 'pt', slug: 'precos', pair: 'prices', title: 'Preços', ...portuguese })
}
const seed = () => seedArticles(db, folder, null)
const numbers = (seeded: SeedResult) =>
  seeded.ok
    ? [seeded.added, seeded.changed, seeded.unchanged, seeded.removed].map((names) => names.length).join(' ')
    : seeded.problems
const version = async () => (await db.selectFrom('blog_content_version').select('version').executeTakeFirstOrThrow()).version
const slugs = async () => (await db.selectFrom('blog_article').select('slug').orderBy('slug').execute()).map(({ slug }) => slug)

beforeEach(async () => {
  await rm(folder, { recursive: true })
  await mkdir(folder)
  await db.deleteFrom('blog_article').execute()
  await db.updateTable('blog_content_version').set({ fingerprint: null, bundled: true }).execute()
})

test('seeding the same files again changes nothing, and changes, removals and additions are reported separately', async () => {
  await pair()
  await write({ slug: 'ethics', id: 2 })
  await write({ slug: 'last', id: 3 })
  const before = await version()
  expect(numbers(await seed())).toBe('4 0 0 0')
  expect(numbers(await seed())).toBe('0 0 4 0')
  expect(await version()).toBe(before + 1)
  await write({ slug: 'ethics', id: 2, title: 'Another title' })
  await rm(join(folder, 'en/last.md'))
  await write({ slug: 'new', id: 4 })
  expect(await seed()).toEqual({
    ok: true,
    committed: true,
    added: ['en/new'],
    changed: ['en/ethics'],
    unchanged: ['en/prices', 'pt/precos'],
    different: [],
    hidden: [],
    removed: ['en/last'],
    kept: [],
    followsBundled: { before: false, after: false },
  })
  expect(await slugs()).toEqual(['ethics', 'new', 'precos', 'prices'])
  expect(await version()).toBe(before + 2)
})

test('two articles can swap their ids', async () => {
  await write({ slug: 'one', id: 1 })
  await write({ slug: 'two', id: 2 })
  await seed()
  await write({ slug: 'one', id: 2 })
  await write({ slug: 'two', id: 1 })
  expect(numbers(await seed())).toBe('0 2 0 0')
})

test('concurrent seeds run one after the other and agree', async () => {
  await pair()
  const answers = await Promise.all(Array.from({ length: 4 }, seed))
  expect(answers.map(numbers).sort()).toEqual(['0 0 2 0', '0 0 2 0', '0 0 2 0', '2 0 0 0'])
})

const faults: [what: string, problem: string, write: () => Promise<void>][] = [
  ['a field', 'en/a.md:8: category: must be one of', () => write({ slug: 'a', category: 'cooking' })],
  ['a slug that is not the file’s name', 'en/b.md:14: slug: must be the file', () => write({ slug: 'a', file: 'b' })],
  ['a Portuguese article without its English one', 'pt/a.md:1: pair: is missing', () => write({ slug: 'a', language: 'pt' })],
  ['a pair that does not exist', 'en/a.md:15: pair: there is no pt/x.md', () => write({ slug: 'a', pair: 'x' })],
  ['a pair that does not point back', 'en/prices.md:15: pair: pt/precos.md points at other', () => pair({}, { pair: 'other' })],
  ['a pair with two ids', 'en/prices.md:2: id: pt/precos.md has 9', () => pair({}, { id: 9 })],
  ['a pair with two categories', 'pt/precos.md:8: category: en/prices.md has guides', () => pair({}, { category: 'ethics' })],
  [
    'a duplicate id',
    'en/b.md:2: id: 1 is already the id of en/a.md',
    async () => {
      await write({ slug: 'a' })
      await write({ slug: 'b' })
    },
  ],
  ['a wrong read time', 'en/a.md:7: readTime: the text has 200 words, which is 1 min', () => write({ slug: 'a', readTime: 3 })],
  [
    'a publication time before its day',
    'en/a.md:12: publishedTime: must be on the day',
    () => write({ slug: 'a', publishedTime: '2025-05-31T09:00:00Z' }),
  ],
  [
    'a modification before the publication',
    'en/a.md:13: modifiedTime: must not be before',
    () => write({ slug: 'a', modifiedTime: '2025-05-31T09:00:00Z' }),
  ],
  ['no body', 'en/a.md:16: body: is empty', () => write({ slug: 'a', body: '' })],
  ['raw HTML', 'en/a.md:16: body: has raw HTML, which', () => write({ slug: 'a', body: `<b>x</b> ${'word '.repeat(200)}` })],
  ['a dead link', 'en/a.md:16: body: the link to /blog/b leads to no article', () => write({ slug: 'a', body: body('/blog/b') })],
  ['a link without a slash', 'en/a.md:16: body: the link to b is not an address', () => write({ slug: 'a', body: body('b') })],
  ['a link to no heading', 'en/a.md:16: body: the link to #y points at nothing', () => write({ slug: 'a', body: body('#y') })],
  [
    'a link to the other language’s page',
    'en/a.md:16: body: the link to /pt/pricing leads to a page in the other',
    () => write({ slug: 'a', body: body('/pt/pricing') }),
  ],
  [
    'a link to the other language’s article',
    'en/prices.md:17: body: the link to /blog/pt/precos leads to an article in the other',
    () => pair({ body: body('/blog/pt/precos') }),
  ],
]
const body = (link: string) => `[link](${link}) ${'word '.repeat(199)}`

test.each(faults)('reports %s with file and field, and changes nothing', async (_what, problem, prepare) => {
  await db.deleteFrom('blog_article').execute()
  await prepare()
  const seeded = await seed()
  expect(seeded.ok ? [] : seeded.problems).toContainEqual(expect.stringContaining(problem))
  expect(await slugs()).toEqual([])
})

test('reports all faults of all files at once, including conflicts between files', async () => {
  await write({ slug: 'a', category: 'cooking', image: 'x', body: `${body('/blog/gone')}\n\n# One\n\n${body('/blog/b')}` })
  await write({ slug: 'b', author: undefined, body: `${body('/blog/a')} ${body('#%')}`, readTime: 2 })
  const seeded = await seed()
  expect(seeded.ok ? [] : seeded.problems).toEqual([
    'en/a.md:7: readTime: the text has 401 words, which is 2 minutes',
    expect.stringMatching(/^en\/a\.md:8: category: must be one of/),
    expect.stringMatching(/^en\/a\.md:9: image: must be like/),
    'en/a.md:16: body: the link to /blog/gone leads to no article',
    'en/a.md:18: body: has a heading of the first level, which is not shown',
    'en/b.md:1: author: is missing',
    'en/b.md:2: id: 1 is already the id of en/a.md',
    expect.stringMatching(/^en\/b\.md:15: body: the link to #%25? points at nothing in the article$/),
  ])
})

test('in merge mode, links and pairs may target stored articles, and conflicts with stored articles are rejected', async () => {
  await pair()
  await write({ slug: 'ethics', id: 2 })
  await seed()
  const before = await slugs()
  await rm(join(folder, 'en'), { recursive: true })
  await rm(join(folder, 'pt'), { recursive: true })
  const merge = () => seedArticles(db, folder, null, { mode: 'merge' })
  await write({ slug: 'new', id: 2, body: body('/blog/ethics') })
  expect(numbers(await merge())).toEqual(['en/new.md:2: id: 2 is already the id of en/ethics in the database'])
  await write({ slug: 'new', id: 3, body: body('/blog/ethics') })
  await write({ slug: 'prices', id: 1 })
  expect(numbers(await merge())).toEqual([
    'en/prices.md:1: pair: must be precos, because pt/precos in the database names this article as its pair',
  ])
  await write({ slug: 'prices', id: 1, pair: 'precos', category: 'ethics' })
  expect(numbers(await merge())).toEqual(['en/prices.md:8: category: pt/precos in the database has guides; must match'])
  expect(await slugs()).toEqual(before)
  await write({ slug: 'prices', id: 1, pair: 'precos', title: 'Changed' })
  expect(await merge()).toMatchObject({
    added: ['en/new'],
    changed: ['en/prices'],
    kept: ['en/ethics', 'pt/precos'],
    removed: [],
  })
  // without the stored articles the same link is dead
  expect(numbers(await seed())).toContain('en/new.md:16: body: the link to /blog/ethics leads to no article')
})

test('add mode validates against the stored articles, not against the folder’s version of them', async () => {
  await write({ slug: 'ethics', id: 2 })
  await seed()
  await write({ slug: 'ethics', id: 3 })
  await write({ slug: 'new', id: 3, body: body('/blog/ethics') })
  const add = () => seedArticles(db, folder, null, { mode: 'add' })
  expect(await add()).toMatchObject({ added: ['en/new'], changed: [], different: ['en/ethics'], kept: [] })
  expect(await db.selectFrom('blog_article').select(['slug', 'id']).orderBy('slug').execute()).toEqual([
    { slug: 'ethics', id: 2 },
    { slug: 'new', id: 3 },
  ])
})

test('a rejected plan changes nothing: articles, counts, version and ownership stay', async () => {
  await pair()
  await seed()
  await write({ slug: 'ethics', id: 2 })
  await rm(join(folder, 'pt'), { recursive: true })
  await write({ slug: 'prices' })
  const everything = async () => [
    await db.selectFrom('blog_article').selectAll().orderBy('language').execute(),
    await db.selectFrom('blog_count').selectAll().orderBy('list').execute(),
    await db.selectFrom('blog_content_version').selectAll().execute(),
  ]
  const before = await everything()
  const plan = await seedArticles(db, folder, null, { mode: 'replace', accept: () => false })
  expect(plan).toMatchObject({ ok: true, committed: false, added: ['en/ethics'], changed: ['en/prices'], removed: ['pt/precos'] })
  expect(await everything()).toEqual(before)
})

test('on start, the server updates bundled articles only while the database has no others', async () => {
  await cp(join(import.meta.dirname, '../../../../../db/seeds/articles'), folder, { recursive: true })
  await seedArticles(db, folder, bundledRules)
  const own = await mkdtemp(join(tmpdir(), 'duo-own-'))
  await cp(join(import.meta.dirname, '../../../../../docs/templates/articles'), own, { recursive: true })
  expect(await seedArticles(db, own, null, { mode: 'add' })).toMatchObject({ followsBundled: { before: true, after: false } })
  await rm(own, { recursive: true })
  // updating the bundled articles must not make the blog follow them again: the next start would remove the operator's
  const file = join(folder, 'en/goduoai-revolution.md')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Count what changes hands', 'Count again'))
  expect(await seedArticles(db, folder, bundledRules, { mode: 'merge' })).toMatchObject({
    followsBundled: { before: false, after: false },
  })
  await rm(file)
  expect(await seedBundledArticles(db, folder)).toBeNull()
  expect(await slugs()).toContain('your-article')
})

test('accepts valid links: to articles in either language, to headings, to pages and to other sites', async () => {
  await write({
    slug: 'ethics',
    id: 2,
    body: `## Part\n\n${body('#part-part')} ${body('/#email-collection')} ${body('mailto:a@b.example')}`,
    readTime: 3,
  })
  await pair(
    { body: body('/blog/ethics') },
    { body: `${body('/pt/blog/ethics')} ${body('https://a.example/x?y#z')}`, readTime: 2 },
  )
  expect(numbers(await seed())).toBe('3 0 0 0')
})

test('a folder without articles removes nothing', async () => {
  await pair()
  await seed()
  const seeded = await seedArticles(db, join(folder, 'nowhere'), null)
  expect(seeded.ok ? [] : seeded.problems[0]).toMatch(/^there is no article in /)
  expect(await slugs()).toHaveLength(2)
})

test('the bundled articles pass their own rules', async () => {
  expect(numbers(await seedArticles(db, bundledFolder, bundledRules))).toBe('27 0 0 0')
  const { count } = await db
    .selectFrom('blog_count')
    .where('list', '=', 'pt')
    .select((eb) => eb.fn.sum<string>('articles').as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(18)
})

test('the date and length limits apply to bundled articles only', async () => {
  await write({ slug: 'a', date: '2024-05-22', publishedTime: '2024-05-22T09:00:00Z' })
  const seeded = await seedArticles(db, folder, bundledRules)
  expect(seeded.ok ? [] : seeded.problems).toEqual([
    'en/a.md:6: date: must be from 2024-05-23 to 2025-07-22',
    'en/a.md:7: readTime: must be from 4 to 12 minutes',
  ])
  expect(numbers(await seed())).toBe('1 0 0 0')
})

test('on start, the server seeds new or changed files and leaves an operator’s own articles alone', async () => {
  await cp(bundledFolder, folder, { recursive: true })
  expect(numbers((await seedBundledArticles(db, folder)) as SeedResult)).toBe('27 0 0 0')
  expect(await seedBundledArticles(db, folder)).toBeNull()
  const file = join(folder, 'en/goduoai-revolution.md')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Count what changes hands', 'Count again'))
  expect(numbers((await seedBundledArticles(db, folder)) as SeedResult)).toBe('0 1 26 0')
  await rm(join(folder, 'en'), { recursive: true })
  await rm(join(folder, 'pt'), { recursive: true })
  expect(await seedBundledArticles(db, folder)).toBeNull()
  await write({ slug: 'mine' })
  await seed()
  expect(await seedBundledArticles(db, bundledFolder)).toBeNull()
  expect(await slugs()).toEqual(['mine'])
})
