import { expect, test } from 'vitest'
import { publicHost } from './rules.ts'

test('the contact is at the public host, without port and www', () => {
  expect(publicHost('https://www.goduo.example')).toBe('goduo.example')
  expect(publicHost('http://localhost:3000')).toBe('localhost')
})
