import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('splits a text into letters with their marks, and emoji of several parts', async () => {
  const { graphemesOf } = await import('./graphemes.ts')
  expect(graphemesOf('e\u0301👩‍🚀ß')).toEqual(['e\u0301', '👩‍🚀', 'ß'])
})

test('a browser without a segmenter gets characters, and no error', async () => {
  vi.stubGlobal('Intl', {})
  vi.resetModules()
  const { graphemesOf } = await import('./graphemes.ts')
  expect(graphemesOf('aß😀')).toEqual(['a', 'ß', '😀'])
})

test('a cut text ends with a whole grapheme', async () => {
  const { cutText } = await import('./graphemes.ts')
  expect(cutText('👩‍🚀👩‍🚀👩‍🚀', 12)).toBe('👩‍🚀👩‍🚀')
  expect(cutText('abc', 3)).toBe('abc')
  expect(cutText('abcd', 3)).toBe('abc')
  expect(cutText(`e${'\u0301'.repeat(500)}`, 100)).toBe('')
})
