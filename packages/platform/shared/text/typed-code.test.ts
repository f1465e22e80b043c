import { expect, test } from 'vitest'
import { asciiDigits, codeAlphabet, foldCode } from './typed-code.ts'

test('a code without look-alikes stays as it is, and every letter that it may be mistaken for is mapped', () => {
  expect(codeAlphabet).toHaveLength(32)
  expect(foldCode(codeAlphabet)).toBe(codeAlphabet)
  expect(foldCode('oOiIlLuU')).toBe('001111VV')
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') expect(codeAlphabet).toContain(foldCode(letter))
})

test.each([
  ['٤٢٦٧١٢', '426712'],
  ['۰۱۲۳۴۵۶۷۸۹', '0123456789'],
  ['４５５ ５００', '455 500'],
  ['०१९', '019'],
  ['AB12', 'AB12'],
])('the digits of %s are %s', (typed, digits) => expect(asciiDigits(typed)).toBe(digits))
