import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { testContext } from '@duo/platform/testing/world.ts'
import { expect, test } from 'vitest'
import { appRouter } from '../../server.ts'
import { bundledRules } from '../rules.ts'
import type { ArticleCard } from '../schema.ts'
import { createArticleLookup } from './article-lookup.ts'
import { findRedirect } from './article-redirects.ts'
import { seedArticles } from './import/seed-articles.ts'

const { db } = await testDatabase()
await seedArticles(db, join(import.meta.dirname, '../../../../db/seeds/articles'), bundledRules)

const blog = (overrides: Partial<RequestContext> = {}) => createCaller(appRouter)(testContext(db, overrides)).blog
const list = blog().articles
const slugsOf = (cards: ArticleCard[]) => cards.map(({ slug }) => slug)
const all = async (language: 'en' | 'pt') => (await list({ language, limit: 60 })).articles
const find = async (language: 'en' | 'pt', search: string) => (await list({ language, search, limit: 60 })).articles
async function read(slug: string, language: 'en' | 'pt' | null, given: 'en' | 'pt' | undefined = undefined) {
  const answer = await blog().article({ slug, language, list: given })
  if (!answer.found) throw new Error(`${slug} was not found`)
  return answer.article
}

const monetizationPt = 'monetizacao-2-0-agentes-ia-novas-fontes-receita-creators'
const monetization = 'monetization-2-0-ai-agents-new-revenue-streams-creators'

test('the English list has its eighteen, newest first; the Portuguese one the English-only ones after its own', async () => {
  const english = await all('en')
  expect(english).toHaveLength(18)
  const newestFirst = (cards: ArticleCard[]) =>
    cards
      .map(({ date }) => date)
      .toSorted()
      .reverse()
  expect(english.map(({ date }) => date)).toEqual(newestFirst(english))
  const portuguese = await all('pt')
  expect(portuguese.map(({ language }) => language)).toEqual([...Array<string>(9).fill('pt'), ...Array<string>(9).fill('en')])
  for (const half of [portuguese.slice(0, 9), portuguese.slice(9)])
    expect(half.map(({ date }) => date)).toEqual(newestFirst(half))
  expect(portuguese[0]?.path).toMatch(/^\/blog\/pt\//)
  expect(portuguese[9]?.path).toMatch(/^\/blog\/[^/]+$/)
  expect(english.filter(({ id }) => id === 10006).concat(portuguese.filter(({ id }) => id === 10006))).toMatchObject([
    { slug: monetization },
    { slug: monetizationPt, date: '2025-06-01', readTime: 8, category: 'monetization' },
  ])
})

test('six first, then three more each time, to the end and not beyond', async () => {
  const first = await list({ language: 'pt' })
  expect(first.articles).toHaveLength(6)
  expect(first).toMatchObject({ total: 18, nextCursor: 6 })
  const seen = [...first.articles]
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const page = await list({ language: 'pt', cursor, limit: 3 })
    expect(page.articles).toHaveLength(3)
    seen.push(...page.articles)
    cursor = page.nextCursor
  }
  expect(seen).toEqual(await all('pt'))
  expect(await list({ language: 'pt', cursor: 18, limit: 3 })).toMatchObject({ articles: [], total: 18, nextCursor: null })
})

test('a category narrows the list and its number, and the categories stay those of the whole list', async () => {
  const page = await list({ language: 'pt', category: 'monetization', limit: 60 })
  expect(page.total).toBe(page.articles.length)
  expect(new Set(page.articles.map(({ category }) => category))).toEqual(new Set(['monetization']))
  expect(page.categories).toEqual((await list({ language: 'pt' })).categories)
  expect(page.categories.reduce((sum, { count }) => sum + count, 0)).toBe(18)
  expect(page.categories.find(({ category }) => category === 'monetization')?.count).toBe(page.total)
})

test.each(['monetização', 'monetizacao', 'MONETIZAÇÃO', 'monetizacoes', 'monetizações', 'monetiza', 'monet'])(
  'in Portuguese, %s finds the article about monetization first',
  async (search) => {
    expect(slugsOf(await find('pt', search))[0]).toBe(monetizationPt)
  },
)

test.each(['monetization', 'monetisation', 'Monetizing', 'monetiz'])('in English, %s finds it', async (search) => {
  const found = slugsOf(await find('en', search))
  if (search === 'monetisation') expect(found).toEqual([])
  else expect(found).toContain(monetization)
})

test('every word must be there; a category narrows; accents in English words do not matter', async () => {
  const both = await find('pt', 'preço agente')
  expect(both.length).toBeGreaterThan(0)
  expect(await find('pt', 'preço xilofone')).toEqual([])
  const narrowed = await list({ language: 'pt', search: 'agente', category: 'no-code', limit: 60 })
  expect(narrowed.articles.length).toBe(narrowed.total)
  expect(new Set(narrowed.articles.map(({ category }) => category))).toEqual(new Set(['no-code']))
  expect(slugsOf(await find('en', 'éthics'))).toContain('ai-ethics-and-responsible-automation')
})

test('a Portuguese search finds English-only articles too, after the Portuguese ones', async () => {
  const found = await find('pt', 'SOC 2')
  expect(found.map(({ language }) => language).indexOf('en')).toBeGreaterThan(0)
  expect(slugsOf(found)).toContain('building-trust-ai-security-best-practices')
  expect(slugsOf(found).every((slug) => slug !== monetization)).toBe(true)
})

test('a found list has pages too', async () => {
  const whole = await list({ language: 'en', search: 'agent', limit: 60 })
  const second = await list({ language: 'en', search: 'agent', cursor: 6, limit: 3 })
  expect(whole.total).toBe(18)
  expect(second).toMatchObject({ total: 18, nextCursor: 9 })
  expect(slugsOf(second.articles)).toEqual(slugsOf(whole.articles).slice(6, 9))
})

test.each(["'", "') | !x:* &", '<->', '\\', '%', '   ', '😀', 'the', 'de a o', 'a'.repeat(200), 'x '.repeat(100)])(
  'searching for %j is no mistake',
  async (search) => {
    for (const language of ['en', 'pt'] as const)
      expect(await list({ language, search })).toMatchObject({ total: expect.any(Number) })
  },
)

test('a question without a word finds nothing; an empty one is none', async () => {
  expect(await list({ language: 'en', search: '?!' })).toMatchObject({ articles: [], total: 0, nextCursor: null })
  expect(await list({ language: 'en', search: '   ' })).toMatchObject({ total: 18 })
})

test('only searches are limited, by the address they come from', async () => {
  const limited = blog({ rateLimit: async () => 30 })
  await expect(limited.articles({ language: 'en', search: 'agent' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect((await limited.articles({ language: 'en' })).total).toBe(18)
})

test.each([
  { language: 'fr' },
  { language: 'en', limit: 61 },
  { language: 'en', limit: 0 },
  { language: 'en', cursor: -1 },
  { language: 'en', cursor: 10_001 },
  { language: 'en', category: 'cooking' },
  { language: 'en', search: 'x'.repeat(201) },
])('%j is refused', async (input) => {
  await expect(list(input as { language: 'en' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('an article comes whole, with its pair and what to read next', async () => {
  const article = await read(monetizationPt, 'pt')
  expect(article).toMatchObject({
    id: 10006,
    language: 'pt',
    path: `/blog/pt/${monetizationPt}`,
    publishedTime: '2025-06-01T12:00:00.000Z',
    pair: { language: 'en', slug: monetization, path: `/blog/en/${monetization}` },
  })
  expect(article.html).toContain('<div class="table-scroll" tabindex="0" role="region"')
  for (const { id } of article.headings) expect(article.html).toContain(`id="${id}"`)
  expect(article.related).toHaveLength(3)
  expect(article.related.map(({ language }) => language)).toEqual(['pt', 'pt', 'pt'])
  expect(article.related[0]?.category).toBe('monetization')
  expect(slugsOf(article.related)).not.toContain(monetizationPt)
})

test('previous and next follow the list, to both of its ends, and an English-only article has a place in both lists', async () => {
  for (const language of ['en', 'pt'] as const) {
    const cards = await all(language)
    for (const [i, card] of cards.entries()) {
      const lone = !/^\/blog\/(?:en|pt)\//.test(card.path)
      const { previous, next, related, pair } = await read(card.slug, lone ? null : card.language, lone ? language : undefined)
      expect([previous?.slug, next?.slug]).toEqual([cards[i - 1]?.slug, cards[i + 1]?.slug])
      expect(new Set(slugsOf(related)).size).toBe(3)
      expect(pair === null).toBe(lone)
    }
  }
})

test('an article elsewhere says where; an unknown one is not found', async () => {
  expect(await blog().article({ slug: monetization, language: null })).toEqual({
    found: false,
    movedTo: `/blog/en/${monetization}`,
  })
  expect(await blog().article({ slug: monetization, language: 'pt' })).toEqual({
    found: false,
    movedTo: `/blog/pt/${monetizationPt}`,
  })
  expect(await blog().article({ slug: 'nothing-of-the-kind', language: 'en' })).toEqual({ found: false, movedTo: null })
  await expect(blog().article({ slug: 'Ä', language: null })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

const lone = 'ai-ethics-and-responsible-automation'
test.each([
  // right as they are
  [`/blog/en/${monetization}`, null],
  [`/blog/pt/${monetizationPt}`, null],
  [`/blog/${lone}`, null],
  [`/pt/blog/${lone}`, null],
  // a pair without its language
  [`/blog/${monetization}`, `/blog/en/${monetization}`],
  [`/blog/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/${monetization}`, `/blog/pt/${monetizationPt}`],
  // a slug under the other language: the switcher's way to the pair
  [`/blog/pt/${monetization}`, `/blog/pt/${monetizationPt}`],
  [`/blog/en/${monetizationPt}`, `/blog/en/${monetization}`],
  // a language twice
  [`/pt/blog/en/${monetization}`, `/blog/en/${monetization}`],
  [`/pt/blog/pt/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/en/${monetizationPt}`, `/blog/en/${monetization}`],
  // an English-only article with a language
  [`/blog/en/${lone}`, `/blog/${lone}`],
  [`/blog/pt/${lone}`, `/pt/blog/${lone}`],
  [`/pt/blog/en/${lone}`, `/pt/blog/${lone}`],
  // an index with an article's language
  ['/blog/en', '/blog'],
  ['/blog/pt', '/pt/blog'],
  ['/pt/blog/pt', '/pt/blog'],
  // nobody's, and no article's
  ['/blog/nothing-of-the-kind', null],
  ['/blog/en/nothing-of-the-kind', null],
  ['/pt/blog/pt/nothing-of-the-kind', null],
  ['/blog', null],
  ['/pt/blog', null],
  ['/pricing', null],
  [`/blog/fr/${monetization}`, null],
])('%s moves to %s', async (path, to) => {
  expect(await findRedirect(db, path)).toBe(to)
  // one step leads there
  if (to) expect(await findRedirect(db, to)).toBeNull()
})

test('whoever draws pictures knows the articles that there are', async () => {
  const known = createArticleLookup(db)
  expect(await known.hasImage(monetization)).toBe(true)
  expect(await known.hasImage(monetizationPt)).toBe(false)
  expect(await known.find(monetizationPt, 'pt')).toMatchObject({ image: `/blog/images/${monetization}` })
  expect(await known.find(lone, null)).toMatchObject({ title: expect.stringContaining('AI ethics') })
  expect(await known.find(lone, 'en')).toBeNull()
  expect(await known.find(monetization, null)).toBeNull()
})
