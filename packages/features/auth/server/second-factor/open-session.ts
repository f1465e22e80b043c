import type { Db } from '@duo/db/index.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { sessionDays } from '../../rules.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { setDeviceCookie } from '../sessions/known-devices.ts'
import { deleteSessionByToken, insertSession } from '../sessions/session-queries.ts'
import { newToken, readToken, setCookie, signToken } from '../sessions/sessions.ts'
import { recordSignIn } from '../sign-in/sign-in.ts'
import type { SignInCaller } from '../sign-in/sign-in-caller.ts'
import { clearPasskeyCookie, clearStepCookie } from './step-cookies.ts'

/** `remember`: whether the session outlives the browser. */
export interface OpenedSession {
  token: string
  remember: boolean
}

/** Opens a session after a second factor, or a passkey, which is both factors. Send it with `sendSession` once it is stored. */
export async function openSession(
  db: Db,
  context: AppContext,
  caller: SignInCaller,
  { userId, remember }: { userId: string; remember: boolean },
): Promise<OpenedSession> {
  const deviceId = await recordSignIn(context, caller, userId, db)
  const token = newToken()
  const userAgent = caller.userAgent.slice(0, 400)
  const id = uuid()
  await insertSession(db, { id, userId, token, userAgent, deviceId, days: remember ? sessionDays : 1 })
  await markFactorPassed(db, id)
  return { token, remember }
}

/** Gives the caller its session and device, and ends the session that it had. API clients keep no cookies and get the token. */
export async function sendSession(
  context: RequestContext,
  { device, devices }: SignInCaller,
  { token, remember }: OpenedSession,
): Promise<void> {
  const before = readToken(context, context.credentials)?.token
  if (before && before !== token) await deleteSessionByToken(context.db, before)
  const cookies = [setCookie(context, token, remember), clearStepCookie(context), clearPasskeyCookie(context)]
  if (device) cookies.push(await setDeviceCookie(context, [device, ...devices.filter((id) => id !== device)]))
  for (const cookie of cookies) context.respondWith('Set-Cookie', cookie)
  if (!context.isBrowser) context.respondWith('set-auth-token', signToken(context.secret, token))
}
