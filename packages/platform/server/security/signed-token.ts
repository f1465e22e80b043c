import { decodeJwt, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Keys } from './keys.ts'

/** A signed, expiring, single-purpose proof that travels through a browser or a mail. */
export interface Ticket {
  /** What it may be used for; a ticket for one purpose is refused for every other. */
  purpose: string
  /** Whose entry it opens. */
  subject: string
  /** Time until it expires, as jose writes it: '30d', '2h'. */
  expiresIn: string
  /** Which generation of tickets it belongs to, where what it opens can revoke them; 0 by default. */
  generation?: number
}

/** Signs a ticket (JWT, HS256) with the key of its purpose. */
export function signTicket(keys: Keys, { purpose, subject, expiresIn, generation = 0 }: Ticket): Promise<string> {
  return new SignJWT(generation === 0 ? {} : { gen: generation })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(bytesOf(keys.signing(`ticket ${purpose}`)))
}

/** What a ticket says that is ours, unexpired and meant for one of `purposes`; null for anything else. */
export async function readTicket(
  keys: Keys,
  purposes: string | readonly string[],
  ticket: string,
): Promise<{ subject: string; purpose: string; generation: number } | null> {
  const purpose = claimedPurpose(ticket)
  if (purpose === null || ![purposes].flat().includes(purpose)) return null
  for (const key of keys.accepted(`ticket ${purpose}`, (secret) => secret)) {
    const { sub: subject, gen } = await verified(ticket, { purpose, key })
    if (subject) return { subject, purpose, generation: typeof gen === 'number' ? gen : 0 }
  }
  return null
}

/** What a ticket says that it is for, before any signature is checked. */
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
    return {} // every way a ticket can be wrong has the same answer, so that nothing can be learnt by trying
  }
}

const bytesOf = (key: string) => new TextEncoder().encode(key)
