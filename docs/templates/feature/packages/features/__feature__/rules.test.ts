import { expect, test } from 'vitest'
import { cleanText, textMaxLength, textProblem } from './rules.ts'

test.each([
  ['  two   words ', 'two words'],
  ['two\nlines', 'two lines'],
  ['a\0b', 'a b'],
  ['e\u0301', '\u00e9'],
])('cleans %j to %j', (typed, stored) => {
  expect(cleanText(typed)).toBe(stored)
})

test.each([
  ['', 'required'],
  [' \n ', 'required'],
  ['a', null],
  [` ${'a'.repeat(textMaxLength)} `, null],
  ['a'.repeat(textMaxLength + 1), 'too_long'],
])('reports %j with %s', (typed, problem) => {
  expect(textProblem(typed)).toBe(problem)
})
