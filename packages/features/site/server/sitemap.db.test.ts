import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { JSDOM } from '@duo/platform/testing/dom.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { bundledRules } from '../../blog/rules.ts'
import { seedArticles } from '../../blog/server/import/seed-articles.ts'
import type { PublicPage } from '../../shell/public-page.ts'
import { llmsText, robots, sitemap } from './sitemap.ts'

const articles = join(import.meta.dirname, '../../../../db/seeds/articles')
const { db } = await testDatabase()
await seedArticles(db, articles, bundledRules)

const page = (path: string): PublicPage => ({
  path,
  title: () => `Title of ${path}`,
  description: () => `About ${path}`,
  keywords: () => '',
})
const pages = [page('/'), page('/pricing')]
const origin = 'https://goduo.example'

const file = (path = '/sitemap.xml', of = pages) => sitemap(db, of, origin, path)
const modifiedTime = (article: string) => {
  const [, time = ''] = /^modifiedTime: (.+)$/m.exec(readFileSync(join(articles, article), 'utf8')) ?? []
  return new Date(time).toISOString()
}
/** The XML parser throws on malformed XML. */
const parse = (xml: string | null) => new JSDOM(xml ?? '', { contentType: 'application/xml' }).window.document
/** Maps each URL to its alternates. */
async function entries() {
  const urls = [...parse(await file()).querySelectorAll('url')]
  return new Map(
    urls.map((url) => [
      url.querySelector('loc')?.textContent?.replace(origin, ''),
      {
        lastmod: url.querySelector('lastmod')?.textContent,
        links: Object.fromEntries<string | undefined>(
          [...url.children]
            .filter(({ localName }) => localName === 'link')
            .map((link) => [link.getAttribute('hreflang') ?? '', link.getAttribute('href')?.replace(origin, '')]),
        ),
      },
    ]),
  )
}

test('the sitemap lists every page in both languages and every article once, with their alternates', async () => {
  const found = await entries()
  expect(found.size).toBe(4 + 27)
  expect(found.get('/pricing')?.links).toEqual({ en: '/pricing', pt: '/pt/pricing', 'x-default': '/pricing' })
  expect(found.get('/pt/pricing')?.links).toEqual(found.get('/pricing')?.links)
  const pair = { en: '/blog/en/goduoai-revolution', pt: '/blog/pt/goduoai-revolucao-agentes-ia' }
  for (const [language, path] of Object.entries(pair))
    expect(found.get(path)).toEqual({
      lastmod: modifiedTime(`${language}/${basename(path)}.md`),
      links: { ...pair, 'x-default': pair.en },
    })
  const lone = 'ai-ethics-and-responsible-automation'
  expect(found.get(`/blog/${lone}`)).toEqual({ lastmod: modifiedTime(`en/${lone}.md`), links: {} })
  expect(found.has('/pt/blog/ai-ethics-and-responsible-automation')).toBe(false)
})

test('a few articles fit into one file', async () => {
  for (const nothing of ['/sitemap-1.xml', '/sitemap-pages.xml']) expect(await file(nothing)).toBeNull()
})

test('escapes XML characters in URLs', async () => {
  expect(await file('/sitemap.xml', [page('/a&b')])).toContain('<loc>https://goduo.example/a&amp;b</loc>')
})

test('robots.txt allows the pages but not the API, and names the sitemap', () => {
  expect(robots(origin)).toMatch(/^Disallow: \/api\/$/m)
  expect(robots(origin)).toMatch(/^Sitemap: https:\/\/goduo\.example\/sitemap\.xml$/m)
})

test('llms.txt lists pages and articles with their descriptions in both languages', async () => {
  const text = await llmsText(db, pages, origin)
  expect(text).toMatch(/^# Duo\n\n> About \/\n/)
  expect(text).toContain('- [Title of /pricing](https://goduo.example/pt/pricing): About /pricing')
  const [english = '', portuguese = ''] = text.split('## Português')
  expect(english).toContain('](https://goduo.example/blog/ai-ethics-and-responsible-automation): Principles are easy')
  expect(portuguese).toContain('](https://goduo.example/blog/pt/goduoai-revolucao-agentes-ia): ')
  expect(portuguese).not.toContain('/blog/en/')
})

test('many articles are split into several indexed files, which list each URL once', async () => {
  await sql`
    insert into blog_article
    select language, id + n * 100000, slug || '-' || n, lone, pair_slug || '-' || n, title, excerpt, author, date, read_time, category,
      image, figure, keywords, published_time, modified_time, html, headings, words, hash, head
    from blog_article, generate_series(1, 100) as n`.execute(db)
  const parts = [...parse(await file()).querySelectorAll('sitemap > loc')].map(({ textContent }) => textContent ?? '')
  expect(parts).toEqual(['pages', 1, 2, 3].map((part) => `${origin}/sitemap-${part}.xml`))
  const files = await Promise.all(parts.map((part) => file(part.replace(origin, ''))))
  const listed = files.flatMap((xml) => [...parse(xml).querySelectorAll('url > loc')].map(({ textContent }) => textContent))
  expect(listed).toHaveLength(4 + 27 * 101)
  expect(new Set(listed).size).toBe(listed.length)
  for (const nothing of ['/sitemap-4.xml', '/sitemap-0.xml', '/sitemap-x.xml']) expect(await file(nothing)).toBeNull()
})
