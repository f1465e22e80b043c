import { expect, test } from 'vitest'
import { documentTerms } from '../search/document-terms.ts'
import { parseQuery } from '../search/search-query.ts'
import { withSpaces } from './unspaced-scripts.ts'

test('a text of words with spaces stays as it is', () => {
  const text = 'Feed the starter, não 2 vezes. Κρύο, шеф, قهوة'
  expect(withSpaces(text)).toBe(text)
})

test.each([
  ['紫陽花の剪定は七月までに終えます。', '紫陽花の剪定はいつですか？'],
  ['寿司のご飯は酢と砂糖で味をつけます。', '寿司のご飯はどう味をつけますか'],
  ['ขนมปังต้องหมักข้ามคืนก่อนอบ', 'หมักขนมปังอย่างไร'],
])('words of “%s” are found by “%s”', (text, question) => {
  const terms = new Set(documentTerms(text, 'en'))
  const found = parseQuery(question).words.filter(({ stems }) => stems.some(({ stem }) => terms.has(stem)))
  expect(found.length).toBeGreaterThanOrEqual(2)
})

test('Japanese particles find nothing', () => {
  const terms = new Set(documentTerms('寿司のご飯は酢と砂糖で味をつけます。', 'en'))
  const found = parseQuery('犬の散歩は毎日ですか').words.filter(({ stems }) => stems.some(({ stem }) => terms.has(stem)))
  expect(found).toEqual([])
})
