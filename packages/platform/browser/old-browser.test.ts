import { afterEach, expect, test, vi } from 'vitest'

const { at } = Array.prototype
afterEach(() => {
  Object.defineProperty(Array.prototype, 'at', { configurable: true, writable: true, value: at })
  vi.resetModules()
  vi.unstubAllGlobals()
})

test('adds `at` to arrays where the browser has none', async () => {
  Reflect.deleteProperty(Array.prototype, 'at')
  await import('./old-browser.ts')
  expect([[1, 2, 3].at(-1), [1, 2, 3].at(0), [1].at(5)]).toEqual([3, 1, undefined])
  expect(Object.keys([1])).toEqual(['0'])
})

test('a browser without dialogs is old', async () => {
  const { isOldBrowser } = await import('./old-browser.ts')
  vi.stubGlobal('HTMLDialogElement', undefined)
  expect(isOldBrowser()).toBe(true)
})
