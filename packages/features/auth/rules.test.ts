import { expect, test } from 'vitest'
import { nameProblem, passwordWarning } from './rules.ts'

test.each(['a', 'é', 'e\u0301', '👩‍👩‍👧‍👦', 'न्‍य'])('a name may have 100 of %s, and not one more', (letter) => {
  expect(nameProblem(letter.repeat(100))).toBeNull()
  expect(nameProblem(letter.repeat(101))).toBe('too_long')
})

test('a letter with a thousand marks is too long', () => expect(nameProblem(`a${'\u0301'.repeat(2_000)}`)).toBe('too_long'))

test('a password that the server refuses never looks good before', async () => {
  expect(await passwordWarning('🐙🐙🐙 perro')).toBe('common')
  expect(await passwordWarning('🐙🐙🐙 perro azul')).toBeNull()
})
