import { createHash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'duo_'
/** 160 random bits and a checksum, in hex: no other token of ours has this form, so that scanners find leaked keys. */
const form = /^duo_([0-9a-f]{40})([0-9a-f]{8})$/

const checksum = (random: string) => crc32(random).toString(16).padStart(8, '0')

export function newApiKeyToken(): string {
  const random = randomBytes(20).toString('hex')
  return `${prefix}${random}${checksum(random)}`
}

export const hashApiKey = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Returns the API key of the header, well-formed or not. Undefined for a session token, which contains a dot. */
export const readApiKey = (authorization = '') => /^bearer +(duo_[^.\s]*)$/i.exec(authorization)?.[1]

export function isWellFormed(token: string): boolean {
  const [, random = '', sum] = form.exec(token) ?? []
  return sum !== undefined && checksum(random) === sum
}
