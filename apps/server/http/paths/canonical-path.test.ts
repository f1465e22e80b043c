import { expect, test } from 'vitest'
import { canonicalPath, decodeQuery, invalidPath, withoutEscapedQuery } from './canonical-path.ts'

test.each([
  ['/', '/'],
  ['/pricing', '/pricing'],
  ['/Pricing/', '/pricing'],
  ['/PT/Blog//en/', '/pt/blog/en'],
  ['//evil.example/', '/evil.example'],
  ['/caf%C3%A9', '/caf%c3%a9'],
  ['/pt/pt', '/pt'],
  ['/pt/pt/pricing', '/pt/pricing'],
  ['/ptolemy', '/ptolemy'],
  ['/pricing).', '/pricing'],
  ['/pt/pricing%E2%80%9D', '/pt/pricing'],
  ['/about/%3E', '/about'],
  ['/waitlist%E2%80%8B', '/waitlist'],
  ['/auth%20%EF%BB%BF', '/auth'],
  ['/pt-BR/about', '/pt/about'],
  ['/en', '/'],
  ['/en/pricing', '/pricing'],
  ['/entry', '/entry'],
  ['/!', '/'],
  ['/pt_BR/blog', '/pt/blog'],
  ['/pt-PT', '/pt'],
  ['/en_US', '/'],
  ['/index.html', '/'],
  ['/pt/index.htm', '/pt'],
  ['/pricing%09', '/pricing'],
  ['/blog/en/a-slug%0D%0A', '/blog/en/a-slug'],
  ['/pricing.%0A', '/pricing'],
  ['/pricing%2F', '/pricing'],
  ['/pricing%E3%80%82', '/pricing'],
  ['/pt/pricing%EF%BC%8C', '/pt/pricing'],
  ['/pricing%E2%80%AF!', '/pricing'],
  ['/%E2%80%8Epricing', '/pricing'],
  ['/%20/evil.example', '/evil.example'],
  ['/%E2%80%8E/evil.example', '/evil.example'],
  ['/blog/en/a%E2%80%91slug', '/blog/en/a-slug'],
  ['/pri%C2%ADcing', '/pricing'],
  ['/shared/abc%20veja%20isso', '/shared/abc'],
  ['/agents/maria-abcd%2C%20veja%20isto', '/agents/maria-abcd'],
  ['/pricing%29%3B', '/pricing'],
  ['/agents/maria-abcd%F0%9F%91%8D', '/agents/maria-abcd'],
  ['/pricing%E2%9C%A8', '/pricing'],
  ['/pt/blog/%E3%80%80%E8%A6%8B%E3%81%A6', '/pt/blog'],
  ['/%F0%9F%91%8D', '/'],
])('the canonical path of %s is %s', (path, right) => expect(canonicalPath(path)).toBe(right))

test.each([
  '/%E0%A4%A',
  '/%',
  '/%00',
  '/a%0d%0ab',
  '/%e2%80',
  '/a%0ab/',
  '/%0%e2%80%8b0',
  '/%5cevil.example',
  `/${'a'.repeat(300)}`,
])('%s is not a page', (path) => expect(canonicalPath(path)).toBe(invalidPath))

test.each([
  ['/waitlist%3Futm_source=x', '', '/waitlist?utm_source=x'],
  ['/waitlist%3Futm_source=x', '?fbclid=y', '/waitlist?utm_source=x&fbclid=y'],
  ['/%3fref%3DABC', '', '/?ref=ABC'],
  ['/%3Fref=ABC%26utm_source%3Dmail', '', '/?ref=ABC&utm_source=mail'],
  ['/pt/waitlist&utm_source=x', '', '/pt/waitlist?utm_source=x'],
  ['/agents/maria-abcd&amp;x=1', '', '/agents/maria-abcd?x=1'],
  ['//evil.example%3Fa=b', '', '/evil.example?a=b'],
  ['/auth', '?mode=sign-in&amp;next=%2Fchat', '/auth?mode=sign-in&next=%2Fchat'],
  ['/waitlist%3Futm_source=x', '?a=b&AMP;amp;c=d', '/waitlist?utm_source=x&a=b&c=d'],
  ['//evil.example', '?a=b&amp;c=d', '/evil.example?a=b&c=d'],
  ['/blog', '?q=a%26amp%3Bb', null],
  ['/blog/caf%C3%A9%3Fa=b', '', null],
  ['/pricing', '?a=b', null],
  ['/blog/this&that', '', null],
])('the address meant by %s%s is %s', (path, query, meant) => expect(decodeQuery(path, query)).toBe(meant))

test('an escaped query is not logged', () => {
  expect(withoutEscapedQuery('/auth/confirm%3Ftoken=abc')).toBe('/auth/confirm%3F[query]')
  expect(withoutEscapedQuery('/blog/this&that')).toBe('/blog/this&that')
})
