import { expect, test } from 'vitest'
import { nextPageSearch, pageSizeOf, resolveCanonical, type SlugRecord, shareUrl } from './rules.ts'

const english: SlugRecord = { language: 'en', slug: 'prices', isUntranslated: false, pairSlug: 'precos' }
const portuguese: SlugRecord = { language: 'pt', slug: 'precos', isUntranslated: false, pairSlug: 'prices' }
const lone: SlugRecord = { language: 'en', slug: 'ethics', isUntranslated: true, pairSlug: null }

test.each([
  ['a pair in its own language', [english], 'en', { language: 'en', slug: 'prices' }],
  ['a pair without a language', [english], null, { language: 'en', slug: 'prices' }],
  ['a Portuguese pair without a language', [portuguese], null, { language: 'pt', slug: 'precos' }],
  ['a pair in the other language', [english], 'pt', { language: 'pt', slug: 'precos' }],
  ['a lone article', [lone], null, { language: null, slug: 'ethics' }],
  ['a lone article with a language', [lone], 'pt', { language: null, slug: 'ethics' }],
  ['an unknown slug', [], 'en', null],
  [
    'one slug in both languages',
    [
      { ...english, slug: 'ia' },
      { ...portuguese, slug: 'ia' },
    ],
    'pt',
    { language: 'pt', slug: 'ia' },
  ],
] as const)('%s resolves to its canonical path, or to none', (_what, articles, wanted, place) => {
  expect(resolveCanonical(articles, wanted)).toEqual(place)
})

test('the index shows six articles first, three more each time, and stops at the end', () => {
  expect(pageSizeOf({})).toBe(6)
  expect(nextPageSearch({}, 18)).toEqual({ shown: '9' })
  expect(nextPageSearch({ category: 'guides', shown: '9' }, 18)).toEqual({ category: 'guides', shown: '12' })
  expect(nextPageSearch({ shown: '18' }, 18)).toBeNull()
})

test('a shared article carries the network, medium, campaign, and its title in lower case with underscores', () => {
  const { searchParams } = new URL(shareUrl('https://goduo.example/blog/en/prices', 'whatsapp', 'How to  Price It'))
  expect(Object.fromEntries(searchParams)).toEqual({
    utm_source: 'whatsapp',
    utm_medium: 'social',
    utm_campaign: 'blog_share',
    utm_content: 'how_to_price_it',
  })
})
