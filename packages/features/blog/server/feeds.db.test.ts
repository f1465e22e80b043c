import { join } from 'node:path'
import { testDatabase } from '@duo/db/testing.ts'
import { JSDOM } from '@duo/platform/testing/dom.ts'
import { expect, test } from 'vitest'
import { bundledRules } from '../rules.ts'
import { blogFeed } from './feeds.ts'
import { seedArticles } from './import/seed-articles.ts'

const { db } = await testDatabase()
await seedArticles(db, join(import.meta.dirname, '../../../../db/seeds/articles'), bundledRules)

const origin = 'https://goduo.example'
/** The XML parser throws on malformed XML. */
const feed = async (language: 'en' | 'pt') =>
  new JSDOM(await blogFeed(db, language, origin), { contentType: 'application/xml' }).window.document
const text = (of: ParentNode, selector: string) => of.querySelector(selector)?.textContent

test('the channel has the fields that the RSS specification and its validator require', async () => {
  const document = await feed('pt')
  expect(document.documentElement.getAttribute('version')).toBe('2.0')
  expect(text(document, 'channel > language')).toBe('pt-br')
  expect(text(document, 'channel > link')).toBe('https://goduo.example/pt/blog')
  expect(text(document, 'channel > title')).toContain('Blog do Duo')
  const self = document.getElementsByTagNameNS('http://www.w3.org/2005/Atom', 'link')[0]
  expect([self?.getAttribute('rel'), self?.getAttribute('href')]).toEqual(['self', 'https://goduo.example/pt/blog/rss.xml'])
  const newest = await db.selectFrom('blog_article').where('language', '=', 'pt').select('modified_time').execute()
  const built = Math.max(...newest.map((row) => row.modified_time.getTime()))
  expect(text(document, 'channel > lastBuildDate')).toBe(new Date(built).toUTCString())
})

test.each([
  ['en', 18],
  ['pt', 9],
] as const)('the %s feed has the full text of its language’s %i articles, with absolute URLs', async (language, count) => {
  const items = [...(await feed(language)).querySelectorAll('item')]
  expect(items).toHaveLength(count)
  expect(new Set(items.map((item) => text(item, 'guid'))).size).toBe(count)
  for (const item of items) {
    const guid = item.querySelector('guid')
    expect(guid?.getAttribute('isPermaLink')).toBe('true')
    expect(guid?.textContent).toBe(text(item, 'link'))
    expect(guid?.textContent).toMatch(language === 'pt' ? /\/blog\/pt\/[a-z0-9-]+$/ : /\/blog\/(?:en\/)?[a-z0-9-]+$/)
    expect(Number.isNaN(Date.parse(text(item, 'pubDate') ?? ''))).toBe(false)
    expect(item.getElementsByTagNameNS('http://purl.org/dc/elements/1.1/', 'creator')[0]?.textContent).toMatch(
      language === 'pt' ? /^(?:Duo|Equipe Duo)$/ : /^(?:Duo|The Duo team)$/,
    )
    const content = item.getElementsByTagNameNS('http://purl.org/rss/1.0/modules/content/', 'encoded')[0]?.textContent ?? ''
    const { document } = new JSDOM(content).window
    expect(document.body.textContent?.split(/\s+/).length).toBeGreaterThan(700)
    const addresses = [...document.querySelectorAll('[href], [src]')].map(
      (one) => one.getAttribute('href') ?? one.getAttribute('src'),
    )
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) expect(address).toMatch(/^(?:https?:\/\/|mailto:)/)
    expect(content).not.toMatch(/tabindex|role=/)
  }
})
