import { jwtVerify, SignJWT } from 'jose'

/** A signed, expiring, single-purpose proof that travels through a browser or a mail. */
export interface Ticket {
  /** What it may be used for; a ticket for one purpose is refused for every other. */
  purpose: string
  /** Whose entry it opens. */
  subject: string
  /** Time until it expires, as jose writes it: '30d', '2h'. */
  expiresIn: string
}

/** Signs a ticket (JWT, HS256) with the server's secret. */
export function signTicket(secret: string, { purpose, subject, expiresIn }: Ticket): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(subject)
    .setAudience(purpose)
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(keyOf(secret))
}

/** The subject of a ticket that is ours, unexpired and meant for `purpose`; null for anything else. */
export async function readTicket(secret: string, purpose: string, ticket: string): Promise<string | null> {
  try {
    const { payload } = await jwtVerify(ticket, keyOf(secret), { audience: purpose, algorithms: ['HS256'] })
    return payload.sub ?? null
  } catch {
    return null // every way a ticket can be wrong has the same answer, so that nothing can be learnt by trying
  }
}

const keyOf = (secret: string) => new TextEncoder().encode(secret)
