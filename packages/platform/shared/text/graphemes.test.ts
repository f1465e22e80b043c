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
