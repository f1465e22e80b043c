import { expect, test } from 'vitest'
import { withoutMarks } from './visit-marks.ts'

test.each([
  ['/?utm_source=x', '/'],
  ['?utm_source=x&utm_medium=social&utm_content=a_b&fbclid=1&msclkid=3', ''],
  ['/pt?UTM_Source=x&ref=ABC&gclid=2', '/pt?ref=ABC'],
  ['/blog?category=guides&utm_campaign=blog_share#article-7', '/blog?category=guides#article-7'],
  ['/blog?utm_source=x#article-7', '/blog#article-7'],
  ['/blog?q=utm_source%3Dx&shown=9', '/blog?q=utm_source%3Dx&shown=9'],
  ['?q=utm_source=x', '?q=utm_source=x'],
  ['?gclidx=1&id=2', '?gclidx=1&id=2'],
  ['?utm_source&a=1', '?a=1'],
  ['/pricing', '/pricing'],
  ['?', ''],
  ['', ''],
])('%s without tracking parameters is %s', (address, bare) => {
  expect(withoutMarks(address)).toBe(bare)
})

test('handles the longest query quickly', () => {
  const started = performance.now()
  withoutMarks(`?${'utm_a&'.repeat(3000)}x`)
  withoutMarks(`?${'utm_'.repeat(4000)}`)
  withoutMarks(`?${'clid'.repeat(4000)}`)
  expect(performance.now() - started).toBeLessThan(50)
})
