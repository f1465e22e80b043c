import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { newSecret, stepAt, stepOfCode } from './totp.ts'

const now = Date.UTC(2026, 10, 27, 12)
const secret = newSecret()
const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now })
const inDigitsFrom = (zero: number) => code.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)))

test.each([
  ['as the app shows it', code],
  ['with a space', `${code.slice(0, 3)} ${code.slice(3)}`],
  ['with a hyphen', `${code.slice(0, 3)}-${code.slice(3)}`],
  ['in Arabic digits', inDigitsFrom(0x660)],
  ['in Persian digits', inDigitsFrom(0x6f0)],
  ['in full-width digits', inDigitsFrom(0xff10)],
])('a code is read %s', (_how, typed) => expect(stepOfCode(secret, typed, now)).toBe(stepAt(now)))

test.each(['', code.slice(1), `${code}0`, 'abcdef'])('%j is no code', (typed) =>
  expect(stepOfCode(secret, typed, now)).toBeNull(),
)
