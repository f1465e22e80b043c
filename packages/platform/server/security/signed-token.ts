import { decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Keys } from './keys.ts'

export interface Ticket {
  /** Rejected for every other purpose. */
  purpose: string
  subject: string
  /** In jose's notation: '30d', '2h'. */
  expiresIn: string
  generation?: number
}

export function signTicket(keys: Keys, { purpose, subject, expiresIn, generation = 0 }: Ticket): Promise<string> {
  return new SignJWT(generation === 0 ? {} : { gen: generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(bytesOf(keys.signing(`ticket ${purpose}`)))
}

/** Returns null unless the ticket is valid, unexpired and for one of `purposes`. */
export async function readTicket(
  keys: Keys,
  purposes: string | readonly string[],
  ticket: string,
): Promise<{ subject: string; purpose: string; generation: number } | null> {
  const purpose = claimedPurpose(ticket)
  if (purpose === null || ![purposes].flat().includes(purpose)) return null
  for (const key of keys.accepted(`ticket ${purpose}`)) {
    const { sub: subject, gen } = await verified(ticket, { purpose, key })
    if (subject) return { subject, purpose, generation: typeof gen === 'number' ? gen : 0 }
  }
  return null
}

function claimedPurpose(ticket: string): string | null {
  try {
    const { aud } = decodeJwt(ticket)
    return typeof aud === 'string' ? aud : null
  } catch {
    return null
  }
}

async function verified(ticket: string, { purpose, key }: { purpose: string; key: string }): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(ticket, bytesOf(key), {
      audience: purpose,
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    })
    return payload
  } catch {
    return {} // all invalid tickets look alike, so that probing reveals nothing
  }
}

const bytesOf = (key: string) => new TextEncoder().encode(key)
