import { expect, test } from 'vitest'
import { describeFailure, redact } from './redact.ts'

test('removes addresses and token-like words from a text, but keeps ids and words', () => {
  const id = '019a2b3c-4d5e-7f60-8a9b-0c1d2e3f4a5b'
  expect(redact(`550 <ana.souza+duo@exemplo.com.br> unknown, entry ${id}`)).toBe(`550 <[address]> unknown, entry ${id}`)
  expect(redact('link /i/eyJhbGciOiJIUzI1NiJ9abcdef.eyJzdWIiOiIxMjMifQ.c2lnbmF0dXJl expired')).toBe('link /i/[secret] expired')
  expect(redact('duplicate waitlist_signup_referral_code_key')).toBe('duplicate waitlist_signup_referral_code_key')
})

test('truncates long texts', () => {
  expect(redact('no '.repeat(1_000))).toHaveLength(300)
})

test('keeps only the code and constraint of a database error, because messages quote values', () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "my secret"'), { code: '22P02' })
  expect(describeFailure(error)).toEqual({ code: '22P02', message: 'database error 22P02' })
  const unique = Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'user_email_key' })
  expect(describeFailure(unique)).toEqual({ code: '23505', message: 'database error 23505 on user_email_key' })
})

test('describes any thrown value', () => {
  expect(describeFailure('a@b.example is wrong')).toEqual({ code: undefined, message: 'thrown string' })
  expect(describeFailure(new TypeError(''))).toEqual({ code: undefined, message: 'TypeError' })
})
