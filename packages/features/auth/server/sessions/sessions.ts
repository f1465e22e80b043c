import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Keys } from '@duo/platform/server/security/keys.ts'
import { readTicket, signTicket } from '@duo/platform/server/security/signed-token.ts'
import type { AppContext, Viewer } from '@duo/platform/server/trpc.ts'
import { validate } from 'uuid'
import { sessionDays } from '../../rules.ts'
import { maxSessionDays, type RefreshResult, type Session } from '../../schema.ts'
import * as queries from './session-queries.ts'

type SessionDeps = Pick<AppContext, 'db' | 'secret' | 'publicUrl'>

export interface Credentials {
  cookie?: string | undefined
  authorization?: string | undefined
}

const cookiePurpose = 'session cookie'

/** Cookies of one name whose signature is checked. */
const maxCandidates = 5

/** Derives better-auth's own cookie key, so that nothing it signs passes as one of our tickets. */
export const cookieSecret = (keys: Keys): string => keys.signing(cookiePurpose)

/** `__Host-` prevents other hosts and plain HTTP from setting the cookie (RFC 6265bis). */
export const cookiePrefix = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-duo' : 'duo')
export const cookieName = (publicUrl: string) => `${cookiePrefix(publicUrl)}.session_token`

const signTokenWith = (key: string, token: string) => `${token}.${createHmac('sha256', key).update(token).digest('base64')}`

export const signToken = (keys: Keys, token: string) => signTokenWith(cookieSecret(keys), token)

function verifyToken(keys: Keys, signedToken: string): string | null {
  const text = decodeCookie(signedToken)
  const token = text.slice(0, Math.max(0, text.indexOf('.')))
  const actual = Buffer.from(text)
  const isOurs = keys.accepted(cookiePurpose).some((key) => {
    // rejects other base64 spellings of the same bytes
    const expected = Buffer.from(signTokenWith(key, token))
    return actual.length === expected.length && timingSafeEqual(actual, expected)
  })
  return isOurs ? token : null
}

function decodeCookie(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function readCookies(name: string, header = ''): string[] {
  const start = `${name}=`
  const cookies = header.split(';').map((pair) => pair.trim())
  return cookies.flatMap((cookie) => (cookie.startsWith(start) ? cookie.slice(start.length) : []))
}

export const readCookie = (name: string, header?: string): string | undefined => readCookies(name, header)[0]

/** Whether the request has credentials, valid or not: its page is private. */
export const hasCredentials = (context: Pick<AppContext, 'publicUrl'>, { cookie, authorization }: Credentials) =>
  authorization !== undefined || readCookie(cookieName(context.publicUrl), cookie) !== undefined

/** Prefers the bearer token over the cookie. Null when we did not sign it. */
export function readToken({ secret, publicUrl }: SessionDeps, { cookie, authorization }: Credentials) {
  const bearer = /^bearer +(\S+)$/i.exec(authorization ?? '')?.[1]
  // over plain http, another path or a parent domain may have left an older cookie of the same name, which browsers send first
  const candidates = bearer === undefined ? readCookies(cookieName(publicUrl), cookie) : [bearer]
  const tokens = candidates.slice(0, maxCandidates).map((one) => verifyToken(secret, one))
  const token = tokens.find((one) => one !== null) ?? null
  return token === null ? null : { token, bearer: bearer ?? null }
}

/** Loads the session with one query, so that an ended one is rejected at once. Extends it once a day; send `cookie` then. */
export async function resolveViewer(
  context: SessionDeps,
  credentials: Credentials,
): Promise<{ viewer: Viewer; cookie?: string } | null> {
  const credential = readToken(context, credentials)
  const row = credential && (await queries.findSessionByToken(context.db, credential.token))
  if (!row) return null
  const { sessionId, sessionCreatedAt, needsExtension, expiresAt, ...user } = row
  const extension = needsExtension ? await queries.extendSession(context.db, sessionId) : undefined
  const session = {
    id: sessionId,
    createdAt: sessionCreatedAt,
    expiresAt: extension?.expiresAt ?? expiresAt,
    bearer: credential.bearer,
  }
  const viewer = { ...user, session }
  return extension && credential.bearer === null ? { viewer, cookie: setCookie(context, credential.token) } : { viewer }
}

/** Returns better-auth's session cookie; without `remember` it ends with the browser. */
export function setCookie(
  { secret, publicUrl }: Pick<AppContext, 'secret' | 'publicUrl'>,
  token: string,
  remember = true,
): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  const value = encodeURIComponent(signToken(secret, token))
  return `${cookieName(publicUrl)}=${value};${remember ? ` Max-Age=${sessionDays * 86_400};` : ''} Path=/; HttpOnly${secure}; SameSite=Lax`
}

export const newToken = () => randomBytes(24).toString('base64url')

const refreshPurpose = 'auth.refresh'
const fingerprint = (token: string) => createHash('sha256').update(token).digest('base64url').slice(0, 22)

/** Returns tokens to bearer callers only. */
export async function toSessionDto({ secret }: Pick<AppContext, 'secret'>, { session, ...user }: Viewer): Promise<Session> {
  const { id, expiresAt, bearer } = session
  const token = bearer === null ? null : verifyToken(secret, bearer)
  return {
    access_token: bearer,
    refresh_token:
      token &&
      signTicket(secret, {
        purpose: refreshPurpose,
        subject: `${id}.${fingerprint(token)}`,
        expiresIn: `${maxSessionDays}d`,
      }),
    expires_in: Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    token_type: 'bearer',
    user: toUserDto(user),
  }
}

export const toUserDto = ({
  id,
  email,
  confirmedAt,
  createdAt,
  language,
  name,
}: Omit<Viewer, 'session' | 'lacksFactor'>): Session['user'] => ({
  id,
  email,
  email_confirmed_at: confirmedAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
  language,
  user_metadata: { full_name: name },
})

/** Exchanges a refresh token, once; the old tokens become invalid. */
export async function refreshSession(context: SessionDeps, refreshToken: string): Promise<RefreshResult> {
  const invalidToken = { error: 'invalid_token' } as const
  const ticket = readTicket(context.secret, refreshPurpose, refreshToken)
  const [id = '', tokenFingerprint] = ticket?.subject.split('.') ?? []
  const row = validate(id) ? await queries.findSessionToken(context.db, id) : undefined
  if (!row || fingerprint(row.token) !== tokenFingerprint) return invalidToken
  const token = newToken()
  if (!(await queries.rotateToken(context.db, id, { from: row.token, to: token }))) return invalidToken
  const resolved = await resolveViewer(context, { authorization: `Bearer ${signToken(context.secret, token)}` })
  return resolved ? { error: null, session: await toSessionDto(context, resolved.viewer) } : invalidToken
}
