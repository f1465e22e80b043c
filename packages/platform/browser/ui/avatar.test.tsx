import { expect, test } from 'vitest'
import { initials, pairFor } from './avatar.tsx'

test.each([
  ['Ada Lovelace', 'AL'],
  ['sócrates', 'S'],
  ['Leonardo da Vinci', 'LD'],
  ['  élise   ', 'É'],
  ['', ''],
])('initials of %j are %j', (name, expected) => {
  expect(initials(name)).toBe(expected)
})

test('a name always gets the same pair', () => {
  expect(pairFor('Ada Lovelace')).toBe(pairFor('Ada Lovelace'))
})
