import { afterEach, expect, test, vi } from 'vitest'
import { duringStep } from './during-step.mjs'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('names a step of the start after 3 s and then every 4 s, until it ends', async () => {
  vi.useFakeTimers()
  const lines = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const { promise, resolve } = Promise.withResolvers<string>()
  const step = duringStep('migrating the database', () => promise)
  await vi.advanceTimersByTimeAsync(2_900)
  expect(lines).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4_200)
  expect(lines.mock.calls).toEqual([
    ['Duo is starting: still migrating the database (3 s)\n'],
    ['Duo is starting: still migrating the database (7 s)\n'],
  ])
  resolve('done')
  expect(await step).toBe('done')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(lines).toHaveBeenCalledTimes(2)
})
