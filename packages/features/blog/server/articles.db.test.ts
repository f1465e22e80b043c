import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { createCaller, type RequestContext } from '@duo/platform/server/trpc.ts'
import { testContext } from '@duo/server/testing/test-context.ts'
import { expect, test } from 'vitest'
import { appRouter } from '../../server.ts'
import { bundledRules } from '../rules.ts'
import type { ArticleCard } from '../schema.ts'
import { createArticleLookup } from './article-lookup.ts'
import { locateArticle } from './article-redirects.ts'
import { seedArticles } from './import/seed-articles.ts'

const { db } = await testDatabase()
await seedArticles(db, join(import.meta.dirname, '../../../../db/seeds/articles'), bundledRules)

const blog = (overrides: Partial<RequestContext> = {}) => createCaller(appRouter)(testContext(db, overrides)).blog
const list = blog().articles
const slugsOf = (cards: ArticleCard[]) => cards.map(({ slug }) => slug)
const all = async (language: 'en' | 'pt') => (await list({ language, limit: 60 })).articles
const find = async (language: 'en' | 'pt', search: string) => (await list({ language, search, limit: 60 })).articles
async function read(slug: string, language: 'en' | 'pt' | null, viewerLanguage: 'en' | 'pt' | undefined = undefined) {
  const answer = await blog().article({ slug, language, list: viewerLanguage })
  if (!answer.found) throw new Error(`article not found: ${slug}`)
  return answer.article
}

const monetizationPt = 'monetizacao-2-0-agentes-ia-novas-fontes-receita-creators'
const monetization = 'monetization-2-0-ai-agents-new-revenue-streams-creators'

test('the English list has 18 articles, newest first; the Portuguese list ends with the English-only ones', async () => {
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

test('lists six articles first, then three per page up to the end', async () => {
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

test('filters the list and its total by category, but counts categories over the whole list', async () => {
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

test.each(['monetization', 'Monetizing', 'monetiz'])('in English, a search for %s finds the article', async (search) => {
  expect(slugsOf(await find('en', search))).toContain(monetization)
})

test('in English, a search for the British spelling monetisation finds nothing', async () => {
  expect(await find('en', 'monetisation')).toEqual([])
})

test('matches all words, respects the category and ignores accents in English words', async () => {
  const both = await find('pt', 'preço agente')
  expect(both.length).toBeGreaterThan(0)
  expect(await find('pt', 'preço xilofone')).toEqual([])
  const narrowed = await list({ language: 'pt', search: 'agente', category: 'no-code', limit: 60 })
  expect(narrowed.articles.length).toBe(narrowed.total)
  expect(new Set(narrowed.articles.map(({ category }) => category))).toEqual(new Set(['no-code']))
  expect(slugsOf(await find('en', 'éthics'))).toContain('ai-ethics-and-responsible-automation')
})

test('a Portuguese search lists English-only articles after the Portuguese ones', async () => {
  const found = await find('pt', 'SOC 2')
  expect(found.map(({ language }) => language).indexOf('en')).toBeGreaterThan(0)
  expect(slugsOf(found)).toContain('building-trust-ai-security-best-practices')
  expect(slugsOf(found).every((slug) => slug !== monetization)).toBe(true)
})

test('paginates search results', async () => {
  const whole = await list({ language: 'en', search: 'agent', limit: 60 })
  const second = await list({ language: 'en', search: 'agent', cursor: 6, limit: 3 })
  expect(whole.total).toBe(18)
  expect(second).toMatchObject({ total: 18, nextCursor: 9 })
  expect(slugsOf(second.articles)).toEqual(slugsOf(whole.articles).slice(6, 9))
})

test.each(["'", "') | !x:* &", '<->', '\\', '%', '   ', '😀', 'the', 'de a o', 'a'.repeat(200), 'x '.repeat(100)])(
  'a search for %j is accepted',
  async (search) => {
    for (const language of ['en', 'pt'] as const)
      expect(await list({ language, search })).toMatchObject({ total: expect.any(Number) })
  },
)

test('a search without a word finds nothing; an empty search lists all articles', async () => {
  expect(await list({ language: 'en', search: '?!' })).toMatchObject({ articles: [], total: 0, nextCursor: null })
  expect(await list({ language: 'en', search: '   ' })).toMatchObject({ total: 18 })
})

test('rate-limits searches only', async () => {
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
])('rejects %j', async (input) => {
  await expect(list(input as { language: 'en' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('returns an article with its translation, headings and related articles', async () => {
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

test('previous and next follow the list to both ends, and English-only articles are in both lists', async () => {
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

test('returns the new path of a moved article and null for an unknown one', async () => {
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
  // already canonical
  [`/blog/en/${monetization}`, null],
  [`/blog/pt/${monetizationPt}`, null],
  [`/blog/${lone}`, null],
  [`/pt/blog/${lone}`, null],
  // a translated article without its language
  [`/blog/${monetization}`, `/blog/en/${monetization}`],
  [`/blog/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/${monetization}`, `/blog/pt/${monetizationPt}`],
  // a slug under the other language, as the language switcher requests it
  [`/blog/pt/${monetization}`, `/blog/pt/${monetizationPt}`],
  [`/blog/en/${monetizationPt}`, `/blog/en/${monetization}`],
  // two language segments
  [`/pt/blog/en/${monetization}`, `/blog/en/${monetization}`],
  [`/pt/blog/pt/${monetizationPt}`, `/blog/pt/${monetizationPt}`],
  [`/pt/blog/en/${monetizationPt}`, `/blog/en/${monetization}`],
  // an English-only article with a language segment
  [`/blog/en/${lone}`, `/blog/${lone}`],
  [`/blog/pt/${lone}`, `/pt/blog/${lone}`],
  [`/pt/blog/en/${lone}`, `/pt/blog/${lone}`],
  // an index with an article's language segment
  ['/blog/en', '/blog'],
  ['/blog/pt', '/pt/blog'],
  ['/pt/blog/pt', '/pt/blog'],
  // unknown slugs and paths of other pages
  ['/blog/nothing-of-the-kind', null],
  ['/blog/en/nothing-of-the-kind', null],
  ['/pt/blog/pt/nothing-of-the-kind', null],
  ['/blog', null],
  ['/pt/blog', null],
  ['/pricing', null],
  [`/blog/fr/${monetization}`, null],
])('%s redirects to %s', async (path, to) => {
  expect((await locateArticle(db, path)).redirectPath).toBe(to)
  // a single redirect is enough
  if (to) expect((await locateArticle(db, to)).redirectPath).toBeNull()
})

test('looks up articles and their pictures for share images', async () => {
  const lookup = createArticleLookup(db)
  expect(await lookup.hasImage(monetization)).toBe(true)
  expect(await lookup.hasImage(monetizationPt)).toBe(false)
  expect(await lookup.find(monetizationPt, 'pt')).toMatchObject({ image: `/blog/images/${monetization}` })
  expect(await lookup.find(lone, null)).toMatchObject({ title: expect.stringContaining('AI ethics') })
  expect(await lookup.find(lone, 'en')).toBeNull()
  expect(await lookup.find(monetization, null)).toBeNull()
})
