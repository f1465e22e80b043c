import { expect, test } from 'vitest'
import { isPermanent, permanentFailure } from './job.ts'

test('only tagged errors are permanent', () => {
  expect(isPermanent(permanentFailure('refused', { code: 'smtp_550' }))).toBe(true)
  expect(isPermanent(new Error('refused'))).toBe(false)
  expect(isPermanent('refused')).toBe(false)
})
