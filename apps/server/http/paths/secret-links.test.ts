import { expect, test } from 'vitest'
import { decodeFragment, isSecretLink, withoutSecretLink } from './secret-links.ts'

test('recognizes the link of a shared conversation or agent in any spelling and never logs its token', () => {
  for (const path of [
    '/shared/abc',
    '/pt/shared/abc',
    '/Shared/abc',
    '//shared//abc',
    '/pt/pt/shared/abc/',
    '/shared/abc/more',
    '/en/shared/abc',
    '/pt-BR/shared/abc',
    '/%E2%80%8Eshared/abc',
    '/sha%C2%ADred/abc',
    '/agents/abc',
    '/pt/Agents/abc',
    `/shared/abc${'x'.repeat(300)}`,
  ]) {
    expect(isSecretLink(path)).toBe(true)
    expect(withoutSecretLink(path)).not.toContain('abc')
  }
  for (const path of ['/', '/shared', '/blog/shared/abc', '/sharedabc/abc']) {
    expect(isSecretLink(path)).toBe(false)
    expect(withoutSecretLink(path)).toBe(path)
  }
})

test.each([
  ['/auth/confirm%23abc.d_e', '', '/auth/confirm#abc.d_e'],
  ['/auth/confirm%2523abc.D_e', '', '/auth/confirm#abc.D_e'],
  ['/pt/waitlist/confirm/%23a%23b', '?utm_source=x', '/pt/waitlist/confirm?utm_source=x#a%23b'],
  ['//evil.example%23a', '', '/evil.example#a'],
  ['/%5Cevil.example%23a', '', '/not-found#a'],
])('a mail program that encodes the # of %s leads to the page, and the token stays out of the log', (path, query, meant) => {
  expect(decodeFragment(path, query)).toBe(meant)
  expect(withoutSecretLink(path)).toMatch(/%23\[secret\]$/)
})

test('other addresses have no encoded fragment', () => expect(decodeFragment('/auth/confirm', '?a=%23')).toBeNull())
