import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LatePart, loadPart, partLate, partMissing, reportMissingPart } from './missing-part.ts'
import { useLazyComponent } from './use-lazy-component.ts'

let stop = new AbortController()
const reported: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stop = new AbortController()
  reported.length = 0
  for (const name of [partLate, partMissing])
    window.addEventListener(name, ({ type }) => reported.push(type), { signal: stop.signal })
})
afterEach(() => {
  stop.abort()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a part that arrives is returned, and one that fails keeps its error', async () => {
  await expect(loadPart(async () => 'part')).resolves.toBe('part')
  await expect(loadPart(() => Promise.reject(new TypeError('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('a part that does not arrive is given up after 10 s, and is there for a later attempt', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const attempt = loadPart(() => promise).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await attempt).toBeInstanceOf(LatePart)
  resolve('part')
  await expect(loadPart(() => promise)).resolves.toBe('part')
})

test('a late part and a missing one are reported, unless the browser is offline', () => {
  reportMissingPart(new LatePart())
  reportMissingPart(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
  reportMissingPart(new Error('anything else'))
  expect(reported).toEqual([partLate, partMissing])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reportMissingPart(new LatePart())
  expect(reported).toHaveLength(2)
})

test('a component that does not arrive is reported and can be asked for again', async () => {
  const { promise, resolve } = Promise.withResolvers<() => null>()
  const { result } = renderHook(() => useLazyComponent(() => promise))
  const onFailure = vi.fn()
  result.current[1](onFailure)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(onFailure).toHaveBeenCalledOnce()
  expect(reported).toEqual([partLate])
  const Part = () => null
  resolve(Part)
  await act(async () => result.current[1](onFailure))
  expect(result.current[0]).toBe(Part)
  expect(onFailure).toHaveBeenCalledOnce()
})
