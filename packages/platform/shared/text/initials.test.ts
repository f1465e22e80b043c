import { expect, test } from 'vitest'
import { initials } from './initials.ts'

test.each([
  ['Ada Lovelace', 'AL'],
  ['sócrates', 'S'],
  ['Leonardo da Vinci', 'LD'],
  ['  élise   ', 'É'],
  ['', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})
