import { inTransaction } from '@duo/db/index.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import { secondStepPath } from '../../second-factor-rules.ts'
import { type SecondStepAnswer, stepMinutes } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { newToken } from '../sessions/sessions.ts'
import { lockUser } from '../user-queries.ts'
import { availableMethods, toRecoveryDto } from './account-factors.ts'
import { countFactors } from './factor-queries.ts'
import { holdsPassword } from './first-factor.ts'
import { findStepByToken, insertStep } from './second-step-queries.ts'
import { readStepHash, setStepCookie, stepHash } from './step-cookies.ts'

/** Starts the second step. Throws `INVALID_EMAIL_OR_PASSWORD` when the verified password has changed since. */
export async function startStep(context: AppContext, call: CallState, userId: string): Promise<Response> {
  const token = newToken()
  const remember = call.body.rememberMe !== false
  await inTransaction(context.db, async (tx) => {
    await lockUser(tx, userId)
    // a reset between the check and this lock voided only the steps that existed then
    if (!(await holdsPassword(tx, call, userId)))
      throw new AuthEndpointError('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401)
    await insertStep(tx, { userId, tokenHash: stepHash(token), remember, minutes: stepMinutes })
  })
  const cookie = setStepCookie(context, token)
  if (!call.path.startsWith('/callback/'))
    return Response.json(
      { ...(call.path === '/confirm-email' && { status: 'confirmed' }), secondFactor: true },
      { headers: { 'set-cookie': cookie } },
    )
  const next = returnPath(call.returnTo, '')
  const locale = next === '' ? call.locale : localeFromPath(next)
  const location = `${localizePath(secondStepPath, locale)}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
}

export const stepOver = { error: 'step_over' } as const

/** The step that this browser has started; null when it is over. */
export async function findActiveStep(context: RequestContext) {
  const tokenHash = readStepHash(context, context.credentials.cookie)
  const step = tokenHash && (await findStepByToken(context.db, tokenHash))
  return step ? { ...step, tokenHash } : null
}

export async function getSecondStep(context: RequestContext): Promise<SecondStepAnswer> {
  const step = await findActiveStep(context)
  if (!step) return stepOver
  const [counts, recovery] = await Promise.all([
    countFactors(context.db, step.userId),
    findActiveRecovery(context.db, step.userId),
  ])
  return { error: null, methods: availableMethods(counts), canRecover: context.sendsMail, recovery: toRecoveryDto(recovery) }
}
