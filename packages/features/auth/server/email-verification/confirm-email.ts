import { errorCode } from '@duo/db/errors.ts'
import { type Db, inTransaction } from '@duo/db/index.ts'
import type { RequestContext } from '@duo/platform/server/trpc.ts'
import type { ConfirmEmailResult } from '../../schema.ts'
import { readToken } from '../sessions/sessions.ts'
import { passFirstFactor } from '../sign-in/first-factor.ts'
import { createSession, type OpenedSession, sendSession } from '../sign-in/open-session.ts'
import { actorOfCaller, callerOf, type SignInCaller } from '../sign-in/sign-in-caller.ts'
import { verifyEmail } from './verify-email.ts'

const uniqueViolation = '23505'

/** Opens the link of a confirmation mail. The first one of an account signs in, or starts the second step. */
export async function confirmEmail(context: RequestContext, link: string): Promise<ConfirmEmailResult> {
  const caller = await callerOf(context)
  const token = readToken(context, context.credentials)?.token ?? null
  const actor = actorOfCaller(caller)
  const result = await inTransaction(context.db, async (tx) => {
    const outcome = await verifyEmail({ ...context, db: tx, token, actor }, link)
    const passed = outcome.status === 'confirmed' ? await signInByLink(tx, context, caller, outcome.userId) : {}
    return { status: outcome.status, ...passed }
  }).catch((error: unknown) => {
    if (errorCode(error) === uniqueViolation) return null
    throw error
  })
  if (result === null) return { error: 'email_taken' }
  const { status, session, step } = result
  if (status === 'invalid') return { error: 'invalid_link' }
  if (session) await sendSession(context, caller, session)
  if (step) context.respondWith('Set-Cookie', step.cookie)
  return { error: null, status, secondFactor: step !== undefined }
}

/** Opens a session, or starts a second step and returns its cookie. */
async function signInByLink(
  tx: Db,
  context: RequestContext,
  caller: SignInCaller,
  userId: string,
): Promise<{ session?: OpenedSession; step?: { cookie: string } }> {
  const { deviceId, needsSecondStep } = await passFirstFactor(tx, context, caller, { userId })
  if (deviceId !== null) return { session: await createSession(tx, caller, { userId, deviceId, remember: true }) }
  const { startStep } = context.accountHooks.secondFactor
  const step = needsSecondStep ? await startStep(tx, context, { userId }, { remember: true }) : null
  return step === null ? {} : { step }
}
