import { expect, test } from 'vitest'
import { codeAlphabet, foldCode } from './typed-code.ts'

test('a code without look-alikes stays as it is, and every letter that it may be mistaken for is mapped', () => {
  expect(codeAlphabet).toHaveLength(32)
  expect(foldCode(codeAlphabet)).toBe(codeAlphabet)
  expect(foldCode('oOiIlLuU')).toBe('001111VV')
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') expect(codeAlphabet).toContain(foldCode(letter))
})
