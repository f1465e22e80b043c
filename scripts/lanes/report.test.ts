import { expect, test } from 'vitest'
import { failuresOf, secondsOf, skippedOf } from './report.mjs'

const ofVitest = {
  suites: undefined,
  testResults: [
    {
      name: '/app/rules.test.ts',
      status: 'failed',
      assertionResults: [
        { fullName: 'adds', status: 'passed', duration: 1500 },
        { fullName: 'divides', status: 'failed', duration: 20, failureMessages: ['expected 2'] },
        { fullName: 'waits', status: 'pending' },
      ],
    },
    { name: '/app/broken.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
  ],
}
const journey = (title: string, status: string, duration: number) => ({
  file: 'join.spec.ts',
  title,
  tests: [
    {
      projectName: 'phone',
      status,
      results: [{ duration, error: status === 'unexpected' ? { message: 'no button' } : undefined }],
      annotations: status === 'skipped' ? [{ type: 'skip', description: 'no keyboard' }] : [],
    },
  ],
})
const ofPlaywright = {
  testResults: undefined,
  suites: [
    {
      suites: [{ specs: [journey('joins', 'expected', 2000)] }],
      specs: [journey('types', 'skipped', 0), journey('leaves', 'unexpected', 500)],
    },
  ],
}

test('failed tests have their place and reason, also a file that cannot be read', () => {
  expect(failuresOf(ofVitest)).toEqual([
    { where: '/app/rules.test.ts: divides', why: 'expected 2' },
    { where: '/app/broken.test.ts', why: 'cannot be read' },
  ])
  expect(failuresOf(ofPlaywright)).toEqual([{ where: 'join.spec.ts: leaves (phone)', why: 'no button' }])
})

test('a test has its lane and its seconds', () => {
  expect(secondsOf(ofPlaywright, 'e2e')).toContainEqual({ where: 'e2e: join.spec.ts: joins (phone)', seconds: 2 })
  expect(secondsOf(ofVitest, 'unit')[0]).toEqual({ where: 'unit: rules.test.ts: adds', seconds: 1.5 })
})

test('what was skipped has its reason, or its file', () => {
  expect(skippedOf(ofPlaywright, 'e2e')).toEqual(['e2e: no keyboard'])
  expect(skippedOf(ofVitest, 'unit')).toEqual(['unit: rules.test.ts'])
})
