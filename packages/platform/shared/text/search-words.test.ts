import { expect, test } from 'vitest'
import { plainWords } from './search-words.ts'

test.each([
  ['Cu\u00adrie', ['curie']],
  ['en\u200bgines', ['engines']],
  ['the first pro-\ngrammer', ['the', 'first', 'programmer']],
  ['dis\u00adcov\u00ader\u00aded ra\ufb01ne', ['discovered', 'rafine']],
  ['well-known', ['well', 'known']],
  ['coração', ['coracao']],
])('%j is searched as %j', (text, words) => {
  expect(plainWords(text)).toEqual(words)
})
