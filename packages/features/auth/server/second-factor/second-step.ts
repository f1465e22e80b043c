import { inTransaction } from '@duo/db/index.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import { secondStepPath } from '../../second-factor-rules.ts'
import { type SecondStep, stepMinutes } from '../../second-factor-schema.ts'
import { AuthEndpointError } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { findActiveRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { newToken } from '../sessions/sessions.ts'
import { lockUser } from '../user-queries.ts'
import { availableMethods, toRecoveryDto } from './account-factors.ts'
import { countFactors } from './factor-queries.ts'
import { holdsPassword } from './first-factor.ts'
import { withCookies } from './open-session.ts'
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
    return withCookies({ ...(call.path === '/confirm-email' && { status: 'confirmed' }), secondFactor: true }, [cookie])
  const next = returnPath(call.returnTo, '')
  const locale = next === '' ? call.locale : localeFromPath(next)
  const location = `${localizePath(secondStepPath, locale)}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
}

export const stepExpiredError = () => new AuthEndpointError('STEP_OVER', 'This sign-in has expired', 401)

/** Throws `STEP_OVER`. */
export async function requireActiveStep(context: AppContext, { headers }: CallState) {
  const tokenHash = readStepHash(context, headers.cookie)
  const step = tokenHash && (await findStepByToken(context.db, tokenHash))
  if (!step) throw stepExpiredError()
  return { ...step, tokenHash }
}

export async function getSecondStep(context: AppContext, call: CallState): Promise<SecondStep> {
  const { userId } = await requireActiveStep(context, call)
  const [counts, recovery] = await Promise.all([countFactors(context.db, userId), findActiveRecovery(context.db, userId)])
  return {
    methods: availableMethods(counts),
    canRecover: context.sendsMail,
    recovery: toRecoveryDto(recovery),
  }
}
