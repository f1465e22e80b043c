import { createHash } from 'node:crypto'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { challengeMinutes, stepMinutes } from '../../second-factor-schema.ts'
import { cookieIn, cookiePrefix } from '../sessions/sessions.ts'

type CookieWorld = Pick<World, 'secret' | 'publicUrl'>

function line({ publicUrl }: CookieWorld, name: string, value: string, minutes: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookiePrefix(publicUrl)}.${name}=${value}; Max-Age=${minutes * 60}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

const read = ({ publicUrl }: CookieWorld, name: string, cookies: string | undefined) =>
  cookieIn(`${cookiePrefix(publicUrl)}.${name}`, cookies)

const stepCookie = 'second_step'
const passkeyCookie = 'passkey'

export const setStepCookie = (world: CookieWorld, token: string) => line(world, stepCookie, token, stepMinutes)
export const clearStepCookie = (world: CookieWorld) => line(world, stepCookie, '', 0)

/** What the second step of this browser is stored as; null when it carries none. */
export function stepHashIn(world: CookieWorld, cookies: string | undefined): string | null {
  const token = read(world, stepCookie, cookies)
  return token ? stepHash(token) : null
}

/** A step's token has 192 bits, so a plain hash of it tells nothing. */
export const stepHash = (token: string) => createHash('sha256').update(`second step\n${token}`).digest('base64url')

const purpose = 'auth.passkey'

/** The challenge of a passkey sign-in, in a cookie: a visit of the sign-in form must not write into the database. */
export async function setPasskeyCookie(
  world: CookieWorld,
  { id, challenge }: { id: string; challenge: string },
): Promise<string> {
  const ticket = { purpose, subject: `${id}.${challenge}`, expiresIn: `${challengeMinutes}m` }
  return line(world, passkeyCookie, await signTicket(world.secret, ticket), challengeMinutes)
}
export const clearPasskeyCookie = (world: CookieWorld) => line(world, passkeyCookie, '', 0)

export async function passkeyChallengeIn(world: CookieWorld, cookies: string | undefined) {
  const carried = read(world, passkeyCookie, cookies)
  const ticket = carried ? await readTicket(world.secret, purpose, carried) : null
  const [id = '', challenge = ''] = ticket?.subject.split('.') ?? []
  return validate(id) ? { id, challenge } : null
}
