import { expect, test } from 'vitest'
import { isSecretLink, withoutSecretLink } from './secret-links.ts'

test('recognizes a shared conversation link in any spelling and never logs its token', () => {
  for (const path of [
    '/shared/abc',
    '/pt/shared/abc',
    '/Shared/abc',
    '//shared//abc',
    '/pt/pt/shared/abc/',
    '/shared/abc/more',
  ]) {
    expect(isSecretLink(path)).toBe(true)
    expect(withoutSecretLink(path)).not.toContain('abc')
  }
  for (const path of ['/', '/shared', '/blog/shared/abc', '/sharedabc/abc']) {
    expect(isSecretLink(path)).toBe(false)
    expect(withoutSecretLink(path)).toBe(path)
  }
})
