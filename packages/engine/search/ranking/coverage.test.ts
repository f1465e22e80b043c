import { expect, test } from 'vitest'
import { coverageOf } from './coverage.ts'

const covers = coverageOf(['Horses and debts: I lost heavily at the races.', 'My husband encouraged my studies.'], 'en')

test('a text has the share of the words that it has, and a word of every question counts half', () => {
  expect([...(covers('did your husband forgive you') ?? [])]).toEqual([0, 0.5])
  expect([...(covers('did you lose your best horses') ?? [])][0]).toBeCloseTo(0.8)
})

test('a message without a word of its own is covered by nothing and lacks nothing', () => {
  expect(covers('why?')).toBeNull()
})
