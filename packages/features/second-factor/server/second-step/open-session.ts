import type { Db } from '@duo/db/index.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import { createSession, type OpenedSession } from '#auth/server/sign-in/open-session.ts'
import { recordSignIn } from '#auth/server/sign-in/sign-in.ts'
import type { SignInCaller } from '#auth/server/sign-in/sign-in-caller.ts'
import { markFactorPassed } from '../fresh-factor/fresh-factor-queries.ts'
import { clearPasskeyCookie, clearStepCookie } from './step-cookies.ts'

/** Opens a session after a second factor, or a passkey, which is both factors. Send it with `sendSession` once it is stored. */
export async function openSession(
  db: Db,
  context: AppContext,
  caller: SignInCaller,
  { userId, remember }: { userId: string; remember: boolean },
): Promise<OpenedSession> {
  const deviceId = await recordSignIn(context, caller, userId, db)
  const { id, ...session } = await createSession(db, caller, { userId, deviceId, remember })
  await markFactorPassed(db, id)
  return session
}

/** Forgets the step and the challenge that a sign-in has used up. */
export function endSignInSteps(context: RequestContext): void {
  for (const cookie of [clearStepCookie(context), clearPasskeyCookie(context)]) context.respondWith('Set-Cookie', cookie)
}
