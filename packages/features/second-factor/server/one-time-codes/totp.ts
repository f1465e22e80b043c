import type { Keys } from '@duo/platform/server/security/keys.ts'
import { seal, unseal } from '@duo/platform/server/security/sealed-text.ts'
import { asciiDigits } from '@duo/platform/shared/text/typed-code.ts'
import { Secret, TOTP } from 'otpauth'

/** Defaults of authenticator apps (RFC 6238). */
const settings = { algorithm: 'SHA1', digits: 6, period: 30 }
const purpose = 'one-time codes'

/** 160 bits, base32 (RFC 4226 recommends 160). */
export const newSecret = () => new Secret({ size: 20 }).base32

export const secretUri = (secret: string, email: string) =>
  new TOTP({ ...settings, issuer: 'Duo', label: email, secret: Secret.fromBase32(secret) }).toString()

export const sealSecret = (keys: Keys, userId: string, secret: string) => seal(keys, { purpose, owner: userId }, secret)
export const unsealSecret = (keys: Keys, userId: string, sealed: string) => unseal(keys, { purpose, owner: userId }, sealed)

export const stepAt = (now: number) => TOTP.counter({ period: settings.period, timestamp: now })

/** Steps each way in which a code is accepted, and in which we recognise the code of a clock that is wrong (2.5 hours). */
const acceptedSteps = 1
const recognisedSteps = 300

/** Returns the 30 s time step of a code, with one step of drift each way around `now` (ms); null when it is wrong. */
export const stepOfCode = (secret: string, typed: string, now: number) => findStep(secret, typed, now, acceptedSteps)

/** Returns the time step of a code that is right at another time, or null. */
export const otherStepOfCode = (secret: string, typed: string, now: number) => findStep(secret, typed, now, recognisedSteps)

/** Returns how far the clock behind a time step is ahead of `now`, in s; negative if it is behind. */
export const clockOffOf = (step: number, now: number) => (step - stepAt(now)) * settings.period

function findStep(secret: string, typed: string, now: number, window: number): number | null {
  const token = asciiDigits(typed).replace(/[\s\p{Pd}\p{Cf}]/gu, '')
  if (!/^\d{6}$/.test(token)) return null
  const delta = TOTP.validate({ token, secret: Secret.fromBase32(secret), ...settings, timestamp: now, window })
  return delta === null ? null : stepAt(now) + delta
}
