import { createHash } from 'node:crypto'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { cookieHeader } from '#auth/server/sessions/cookies.ts'
import { cookiePrefix, readCookie } from '#auth/server/sessions/sessions.ts'
import { challengeMinutes, stepMinutes } from '../../schema.ts'

type CookieContext = Pick<AppContext, 'secret' | 'publicUrl'>

const readPrefixedCookie = ({ publicUrl }: CookieContext, name: string, cookies: string | undefined) =>
  readCookie(`${cookiePrefix(publicUrl)}.${name}`, cookies)

const stepCookie = 'second_step'
const passkeyCookie = 'passkey'

export const setStepCookie = (context: CookieContext, token: string) => cookieHeader(context, stepCookie, token, stepMinutes)
export const clearStepCookie = (context: CookieContext) => cookieHeader(context, stepCookie, '', 0)

export function readStepHash(context: CookieContext, cookies: string | undefined): string | null {
  const token = readPrefixedCookie(context, stepCookie, cookies)
  return token ? stepHash(token) : null
}

/** The token has 192 random bits, so a plain hash is safe. */
export const stepHash = (token: string) => createHash('sha256').update(`second step\n${token}`).digest('base64url')

const purpose = 'auth.passkey'

/** Stores the challenge in a cookie: opening the sign-in form must not write to the database. */
export async function setPasskeyCookie(
  context: CookieContext,
  { id, challenge }: { id: string; challenge: string },
): Promise<string> {
  const ticket = { purpose, subject: `${id}.${challenge}`, expiresIn: `${challengeMinutes}m` }
  return cookieHeader(context, passkeyCookie, signTicket(context.secret, ticket), challengeMinutes)
}
export const clearPasskeyCookie = (context: CookieContext) => cookieHeader(context, passkeyCookie, '', 0)

export async function readPasskeyChallenge(context: CookieContext, cookies: string | undefined) {
  const cookie = readPrefixedCookie(context, passkeyCookie, cookies)
  const ticket = cookie ? readTicket(context.secret, purpose, cookie) : null
  const [id = '', challenge = ''] = ticket?.subject.split('.') ?? []
  return validate(id) ? { id, challenge } : null
}
