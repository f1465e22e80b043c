import { expect, test } from 'vitest'
import type { PublicPage } from '../shell/public-page.ts'
import { llmsText, robots, sitemap } from './sitemap.ts'

const page = (path: string): PublicPage => ({
  path,
  title: () => `Title of ${path}`,
  description: () => `About ${path}`,
  keywords: () => '',
})
const pages = [page('/'), page('/pricing')]

test('the sitemap lists every page in both languages, and each entry names them all', () => {
  const xml = sitemap(pages, 'https://goduo.example')
  const locations = [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc]) => loc)
  expect(locations).toEqual(['/', '/pt', '/pricing', '/pt/pricing'].map((path) => `https://goduo.example${path}`))
  expect(xml.match(/hreflang="pt" href="https:\/\/goduo\.example\/pt\/pricing"/g)).toHaveLength(2)
  expect(xml.match(/hreflang="x-default" href="https:\/\/goduo\.example\/pricing"/g)).toHaveLength(2)
})

test('an address with a sign of XML is escaped', () => {
  expect(sitemap([page('/a&b')], 'https://goduo.example')).toContain('<loc>https://goduo.example/a&amp;b</loc>')
})

test('robots may read the pages, not the calls, and learn where the sitemap is', () => {
  expect(robots('https://goduo.example')).toMatch(/^Disallow: \/api\/$/m)
  expect(robots('https://goduo.example')).toMatch(/^Sitemap: https:\/\/goduo\.example\/sitemap\.xml$/m)
})

test('llms.txt lists the pages with what they say, in both languages', () => {
  const text = llmsText(pages, 'https://goduo.example')
  expect(text).toMatch(/^# Duo\n\n> About \/\n/)
  expect(text).toContain('- [Title of /pricing](https://goduo.example/pt/pricing): About /pricing')
})
