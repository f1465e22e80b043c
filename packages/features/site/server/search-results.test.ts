import { join } from 'node:path'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { locales } from '@duo/platform/shared/locale.ts'
import { describe, expect, test } from 'vitest'
import { parseFrontMatter } from '../../blog/server/import/front-matter.ts'
import { readArticles } from '../../blog/server/import/read-articles.ts'
import { publicPages } from '../../server.ts'

/** Search engines cut longer ones. */
const maxTitle = 60
const maxDescription = 160

const articles = await readArticles(join(import.meta.dirname, '../../../../db/seeds/articles'))

describe.each(locales)('in %s', (locale) => {
  test.each(publicPages.map((page) => [page.path, page] as const))('%s fits into a search result', (_, page) => {
    const [title, description] = withLocale(locale, () => [page.title(), page.description()])
    expect(title.length, title).toBeLessThanOrEqual(maxTitle)
    expect(description.length, description).toBeLessThanOrEqual(maxDescription)
  })
})

test.each(articles.map((file) => [file.name, file] as const))('%s fits into a search result', (_, file) => {
  const { title, excerpt } = parseFrontMatter(file).fields
  expect(title?.length, title).toBeLessThanOrEqual(maxTitle)
  expect(excerpt?.length, excerpt).toBeLessThanOrEqual(maxDescription)
})
