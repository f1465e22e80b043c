import { expect, test } from 'vitest'
import { localizeLinks } from './article-html.ts'

test.each([
  ['/pricing', '/pt/pricing'],
  ['/blog/ethics', '/pt/blog/ethics'],
  ['/#email-collection', '/pt#email-collection'],
  ['/pt/pricing', '/pt/pricing'],
  ['/blog/en/prices', '/blog/en/prices'],
  ['/blog/rss.xml', '/blog/rss.xml'],
  ['//other.example/a', '//other.example/a'],
  ['https://other.example/a', 'https://other.example/a'],
  ['#part-why', '#part-why'],
])('a link to %s in an article leads a Portuguese reader to %s', (written, followed) => {
  const link = (href: string) => `<p>See <a href="${href}" rel="noopener">this</a>, or <img src="/blog/images/a.png" alt=""></p>`
  expect(localizeLinks(link(written), 'pt')).toBe(link(followed))
  expect(localizeLinks(link(written), 'en')).toBe(link(written))
})
