import type { Db } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { v7 as uuid } from 'uuid'
import { sessionDays } from '../../rules.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { insertSession } from '../sessions/session-queries.ts'
import { newToken, setCookie } from '../sessions/sessions.ts'
import { recordSignIn } from '../sign-in/sign-in.ts'
import { clearPasskeyCookie, clearStepCookie } from './step-cookies.ts'

/** Opens a session after a second factor, or a passkey, which is both factors. */
export async function openSession(
  db: Db,
  context: AppContext,
  call: CallState,
  { userId, remember }: { userId: string; remember: boolean },
): Promise<string[]> {
  const deviceId = await recordSignIn(context, call, userId, db)
  const token = newToken()
  const userAgent = call.headers.userAgent.slice(0, 400)
  const id = uuid()
  await insertSession(db, { id, userId, token, userAgent, deviceId, days: remember ? sessionDays : 1 })
  await markFactorPassed(db, id)
  return [setCookie(context, token, remember), clearStepCookie(context), clearPasskeyCookie(context)]
}

export function withCookies(content: object, cookies: readonly string[]): Response {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return Response.json(content, { headers })
}
