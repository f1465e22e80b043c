import { expect, test } from 'vitest'
import { articlePlace, type KnownSlug } from './rules.ts'

const english: KnownSlug = { language: 'en', slug: 'prices', lone: false, pairSlug: 'precos' }
const portuguese: KnownSlug = { language: 'pt', slug: 'precos', lone: false, pairSlug: 'prices' }
const lone: KnownSlug = { language: 'en', slug: 'ethics', lone: true, pairSlug: null }

test.each([
  ['a pair in its own language', [english], 'en', { language: 'en', slug: 'prices' }],
  ['a pair without a language', [english], null, { language: 'en', slug: 'prices' }],
  ['a Portuguese pair without a language', [portuguese], null, { language: 'pt', slug: 'precos' }],
  ['a pair in the other language', [english], 'pt', { language: 'pt', slug: 'precos' }],
  ['a lone article', [lone], null, { language: null, slug: 'ethics' }],
  ['a lone article with a language', [lone], 'pt', { language: null, slug: 'ethics' }],
  ['nobody', [], 'en', null],
  [
    'one slug in both languages',
    [
      { ...english, slug: 'ia' },
      { ...portuguese, slug: 'ia' },
    ],
    'pt',
    { language: 'pt', slug: 'ia' },
  ],
] as const)('%s is found where it is', (_what, known, wanted, place) => {
  expect(articlePlace(known, wanted)).toEqual(place)
})
