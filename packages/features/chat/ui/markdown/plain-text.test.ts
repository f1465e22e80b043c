import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test('signs of Markdown are not read out, nor what makes them letters', () => {
  expect(plainText('> **Queen** \\| £48 \\[1\\], see [the list](https://a.test)')).toBe(' Queen  £48 [1], see the list')
})
