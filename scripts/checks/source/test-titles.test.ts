import { expect, it } from 'vitest'
import { findTests } from './test-titles.ts'

it('a skip in a file or group applies to everything after it', () => {
  const found = findTests('b.spec.ts', `test('first', () => {}); test.skip(isOld, 'too old'); test('second', () => {})`)
  expect(found).toEqual([
    { title: 'first', skipped: null },
    { title: 'second', skipped: 'test.skip' },
  ])
})

it('finds tests of an imported function with another name', () => {
  const text = `
    import { test as plain } from '@playwright/test'
    import { expect, test as withModel } from './model.ts'
    plain('first', () => {})
    plain.describe('without scripts', () => { withModel('second', () => {}) })
    other('third', () => {})
  `
  expect(findTests('b.spec.ts', text).map(({ title }) => title)).toEqual(['first', 'without scripts › second'])
})
