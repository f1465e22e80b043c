import { withLocale } from '@duo/platform/i18n/server.ts'
import { expect, test } from 'vitest'
import { parseSearch } from '../blog/rules.ts'
import { homePage } from './page-meta.ts'

test('the home page describes the organization and a site search, which leads to the blog search in the same language', () => {
  const data = [withLocale('pt', () => homePage.structuredData?.('https://goduo.example') ?? [])].flat()
  expect(data).toMatchObject([
    { '@type': 'Organization', url: 'https://goduo.example' },
    { '@type': 'WebSite', url: 'https://goduo.example/pt', inLanguage: 'pt-BR', potentialAction: { '@type': 'SearchAction' } },
  ])
  const template = /"urlTemplate":"([^"]+)"/.exec(JSON.stringify(data))?.[1] ?? ''
  const address = new URL(template.replace('{search_term_string}', 'price'))
  expect(address.pathname).toBe('/pt/blog')
  expect(parseSearch(Object.fromEntries(address.searchParams)).q).toBe('price')
})
