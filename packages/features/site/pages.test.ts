import { withLocale } from '@duo/platform/i18n/server.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import { publicPages } from '../server.ts'

/** Characters that search results show before they truncate. */
const longest = { title: 65, description: 160 }
const shortestDescription = 70

describe.each(locales)('in %s', (locale) => {
  const pages = withLocale(locale, () =>
    publicPages.map((page) => ({ path: page.path, title: page.title(), description: page.description() })),
  )

  test.each(pages)('$path has a title and a description that fit into a search result', ({ title, description }) => {
    expect(title.length).toBeLessThanOrEqual(longest.title)
    expect(description.length).toBeLessThanOrEqual(longest.description)
    expect(description.length).toBeGreaterThanOrEqual(shortestDescription)
  })

  test('titles and descriptions are unique', () => {
    expect(new Set(pages.map(({ title }) => title)).size).toBe(pages.length)
    expect(new Set(pages.map(({ description }) => description)).size).toBe(pages.length)
  })
})

test('each page has different texts in English and Portuguese', () => {
  for (const page of publicPages) {
    const [english, portuguese] = locales.map((locale) => withLocale(locale, () => [page.title(), page.description()]))
    expect(portuguese?.[0], page.path).not.toBe(english?.[0])
    expect(portuguese?.[1], page.path).not.toBe(english?.[1])
  }
})
