import { expect, test } from 'vitest'
import { pairFor } from './avatar.tsx'

test('a name always gets the same colours', () => {
  expect(pairFor('Ada Lovelace')).toBe(pairFor('Ada Lovelace'))
})
