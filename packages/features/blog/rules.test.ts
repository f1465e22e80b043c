import { expect, test } from 'vitest'
import { resolveCanonical, type SlugRecord } from './rules.ts'

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
