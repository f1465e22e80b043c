import { createHash } from 'node:crypto'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { challengeMinutes, stepMinutes } from '../../second-factor-schema.ts'
import { cookiePrefix, readCookie } from '../sessions/sessions.ts'

type CookieContext = Pick<AppContext, 'secret' | 'publicUrl'>

function cookieHeader({ publicUrl }: CookieContext, name: string, value: string, minutes: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookiePrefix(publicUrl)}.${name}=${value}; Max-Age=${minutes * 60}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

const readPrefixedCookie = ({ publicUrl }: CookieContext, name: string, cookies: string | undefined) =>
  readCookie(`${cookiePrefix(publicUrl)}.${name}`, cookies)

const stepCookie = 'second_step'
const passkeyCookie = 'passkey'

export const setStepCookie = (context: CookieContext, token: string) => cookieHeader(context, stepCookie, token, stepMinutes)
export const clearStepCookie = (context: CookieContext) => cookieHeader(context, stepCookie, '', 0)

/** What the second step of this browser is stored as; null when it carries none. */
export function readStepHash(context: CookieContext, cookies: string | undefined): string | null {
  const token = readPrefixedCookie(context, stepCookie, cookies)
  return token ? stepHash(token) : null
}

/** A step's token has 192 bits, so a plain hash of it tells nothing. */
export const stepHash = (token: string) => createHash('sha256').update(`second step\n${token}`).digest('base64url')

const purpose = 'auth.passkey'

/** The challenge of a passkey sign-in, in a cookie: a visit of the sign-in form must not write into the database. */
export async function setPasskeyCookie(
  context: CookieContext,
  { id, challenge }: { id: string; challenge: string },
): Promise<string> {
  const ticket = { purpose, subject: `${id}.${challenge}`, expiresIn: `${challengeMinutes}m` }
  return cookieHeader(context, passkeyCookie, await signTicket(context.secret, ticket), challengeMinutes)
}
export const clearPasskeyCookie = (context: CookieContext) => cookieHeader(context, passkeyCookie, '', 0)

export async function readPasskeyChallenge(context: CookieContext, cookies: string | undefined) {
  const cookie = readPrefixedCookie(context, passkeyCookie, cookies)
  const ticket = cookie ? await readTicket(context.secret, purpose, cookie) : null
  const [id = '', challenge = ''] = ticket?.subject.split('.') ?? []
  return validate(id) ? { id, challenge } : null
}
