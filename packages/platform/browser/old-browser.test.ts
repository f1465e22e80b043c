import { afterEach, expect, test, vi } from 'vitest'
import { addAt, isOldBrowser } from './old-browser.ts'

afterEach(() => vi.unstubAllGlobals())

test('adds `at` where the browser has none', () => {
  const list: ArrayLike<number> & { at?: (place: number) => number | undefined } = { length: 3, 0: 1, 1: 2, 2: 3 }
  addAt(list)
  expect([list.at?.(-1), list.at?.(0), list.at?.(5)]).toEqual([3, 1, undefined])
  expect(Object.keys(list)).not.toContain('at')
})

test('keeps an `at` that is there', () => {
  const own = () => 'own'
  const list = { length: 0, at: own }
  addAt(list)
  expect(list.at).toBe(own)
})

test('a browser without dialogs is old', () => {
  vi.stubGlobal('HTMLDialogElement', undefined)
  expect(isOldBrowser()).toBe(true)
})
