import { expect, test } from 'vitest'
import { failed, leftAlone, toldNothing } from './breaker-service.ts'

const call = () => new AbortController().signal

test('a trial that told nothing is followed by another one; a call from before that is stopped meanwhile changes nothing', () => {
  const endpoint = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: undefined, model: 'local' }
  const [before, trial, next] = [call(), call(), call()]
  for (let i = 0; i < 5; i += 1) failed(endpoint, 'quota', 0)
  expect(leftAlone(endpoint, trial, 29_000)).toBe('quota')
  expect(leftAlone(endpoint, trial, 31_000)).toBeNull()
  toldNothing(endpoint, before, 32_000)
  expect(leftAlone(endpoint, next, 45_000)).toBe('quota')
  toldNothing(endpoint, trial, 46_000)
  expect(leftAlone(endpoint, next, 50_000)).toBe('quota')
  expect(leftAlone(endpoint, next, 52_000)).toBeNull()
})
