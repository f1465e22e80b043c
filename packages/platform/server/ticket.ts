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

/** What a ticket says that is ours, unexpired and meant for one of `purposes`; null for anything else. */
export async function readTicket(
  secret: string,
  purposes: string | readonly string[],
  ticket: string,
): Promise<{ subject: string; purpose: string } | null> {
  try {
    const { payload } = await jwtVerify(ticket, keyOf(secret), {
      audience: [purposes].flat(),
      algorithms: ['HS256'],
      requiredClaims: ['exp', 'sub'],
    })
    const { sub: subject, aud: purpose } = payload
    return subject && typeof purpose === 'string' ? { subject, purpose } : null
  } catch {
    return null // every way a ticket can be wrong has the same answer, so that nothing can be learnt by trying
  }
}

const keyOf = (secret: string) => new TextEncoder().encode(secret)
