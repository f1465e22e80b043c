import type { Db } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { sessionDays } from '../../rules.ts'
import { setDeviceCookie } from '../sessions/known-devices.ts'
import { deleteSessionByToken, insertSession } from '../sessions/session-queries.ts'
import { newToken, readToken, setCookie, signToken } from '../sessions/sessions.ts'
import type { SignInCaller } from './sign-in-caller.ts'

/** `remember`: whether the session outlives the browser. */
export interface OpenedSession {
  token: string
  remember: boolean
}

/** Creates a session for a sign-in that is recorded. */
export async function createSession(
  db: Db,
  caller: SignInCaller,
  { userId, deviceId, remember }: { userId: string; deviceId: string; remember: boolean },
): Promise<OpenedSession & { id: string }> {
  const token = newToken()
  const userAgent = caller.userAgent.slice(0, 400)
  const id = uuid()
  await insertSession(db, { id, userId, token, userAgent, deviceId, days: remember ? sessionDays : 1 })
  return { id, token, remember }
}

/** Gives the caller its session and device, and ends the session that it had. API clients keep no cookies and get the token. */
export async function sendSession(
  context: RequestContext,
  caller: SignInCaller,
  { token, remember }: OpenedSession,
): Promise<void> {
  const before = readToken(context, context.credentials)?.token
  if (before && before !== token) await deleteSessionByToken(context.db, before)
  sendToken(context, token, remember)
  await sendDevice(context, caller)
}

/** Gives the caller the token of its session. Browsers get it in a cookie only, which their scripts cannot read. */
export function sendToken(context: RequestContext, token: string, remember = true): void {
  context.respondWith('Set-Cookie', setCookie(context, token, remember))
  if (!context.isBrowser) context.respondWith('set-auth-token', signToken(context.secret, token))
}

/** Lets the browser keep the id under which it was recorded. */
export async function sendDevice(context: RequestContext, { device, devices }: SignInCaller): Promise<void> {
  if (!device) return
  const ids = [device, ...devices.filter((id) => id !== device)]
  context.respondWith('Set-Cookie', await setDeviceCookie(context, ids))
}
