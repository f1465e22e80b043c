import { expect, test } from 'vitest'
import { isCircuitOpen, recordFailure, recordInconclusive } from './endpoint-breaker.ts'

const call = () => new AbortController().signal

test('an inconclusive probe allows another one, and an older aborted call changes nothing', () => {
  const endpoint = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: undefined, model: 'local' }
  const [before, trial, next] = [call(), call(), call()]
  for (let i = 0; i < 5; i += 1) recordFailure(endpoint, 0)
  expect(isCircuitOpen(endpoint, trial, 29_000)).toBe(true)
  expect(isCircuitOpen(endpoint, trial, 31_000)).toBe(false)
  recordInconclusive(endpoint, before, 32_000)
  expect(isCircuitOpen(endpoint, next, 45_000)).toBe(true)
  recordInconclusive(endpoint, trial, 46_000)
  expect(isCircuitOpen(endpoint, next, 50_000)).toBe(true)
  expect(isCircuitOpen(endpoint, next, 52_000)).toBe(false)
})
