import { expect, test } from 'vitest'
import { pageHead } from './seo.ts'

const page = { origin: 'https://goduo.example', path: '/pricing', title: 'Plans', description: 'Four plans', keywords: 'plans' }

const locales = (head: ReturnType<typeof pageHead>, name: string) =>
  head.meta.flatMap((tag) => ('property' in tag && tag.property === name ? [tag.content] : []))

test('a page names its language and the other one for social networks', () => {
  const head = pageHead({ ...page, language: 'pt' })
  expect(locales(head, 'og:locale')).toEqual(['pt_BR'])
  expect(locales(head, 'og:locale:alternate')).toEqual(['en_US'])
})

test('a page in one language names no other language', () => {
  expect(locales(pageHead({ ...page, language: 'en', translations: null }), 'og:locale:alternate')).toEqual([])
})
