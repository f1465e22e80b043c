import { createDecoder, createSigner, createVerifier } from 'fast-jwt'
import type { Keys } from './keys.ts'

export interface Ticket {
  /** Rejected for every other purpose. */
  purpose: string
  subject: string
  /** '30d', '2h'. */
  expiresIn: string
  generation?: number
}

/** A JWT. By `node:crypto`, because WebCrypto costs four times as much CPU, which every join and status pays. */
export function signTicket(keys: Keys, { purpose, subject, expiresIn, generation = 0 }: Ticket): string {
  const sign = createSigner({
    key: keys.signing(`ticket ${purpose}`),
    algorithm: 'HS256',
    sub: subject,
    aud: purpose,
    expiresIn,
  })
  return sign(generation === 0 ? {} : { gen: generation })
}

/** Returns null unless the ticket is valid, unexpired and for one of `purposes`. */
export function readTicket(
  keys: Keys,
  purposes: string | readonly string[],
  ticket: string,
): { subject: string; purpose: string; generation: number } | null {
  const purpose = claimedPurpose(ticket)
  if (purpose === null || ![purposes].flat().includes(purpose)) return null
  for (const key of keys.accepted(`ticket ${purpose}`)) {
    const { sub: subject, gen } = verified(ticket, { purpose, key })
    if (typeof subject === 'string' && subject) return { subject, purpose, generation: typeof gen === 'number' ? gen : 0 }
  }
  return null
}

const decode = createDecoder()

function claimedPurpose(ticket: string): string | null {
  try {
    const { aud } = decode(ticket) as { aud?: unknown }
    return typeof aud === 'string' ? aud : null
  } catch {
    return null
  }
}

function verified(ticket: string, { purpose, key }: { purpose: string; key: string }): { sub?: unknown; gen?: unknown } {
  try {
    const verify = createVerifier({ key, algorithms: ['HS256'], allowedAud: purpose, requiredClaims: ['exp', 'sub'] })
    return verify(ticket) as { sub?: unknown; gen?: unknown }
  } catch {
    return {} // all invalid tickets look alike, so that probing reveals nothing
  }
}
