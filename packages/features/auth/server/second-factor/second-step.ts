import { inTransaction } from '@duo/db/index.ts'
import type { World } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import { secondStepPath } from '../../second-factor-rules.ts'
import { type SecondStep, stepMinutes } from '../../second-factor-schema.ts'
import { Refusal } from '../better-auth/allowed-endpoints.ts'
import type { CallState } from '../better-auth/call-state.ts'
import { runningRecovery } from '../factor-recovery/factor-recovery-queries.ts'
import { newToken } from '../sessions/sessions.ts'
import { lockPerson } from '../user-queries.ts'
import { describeRecovery } from './account-factors.ts'
import { factorCounts } from './factor-queries.ts'
import { holdsPassword } from './first-factor.ts'
import { withCookies } from './open-session.ts'
import { insertStep, stepByToken } from './second-step-queries.ts'
import { setStepCookie, stepHash, stepHashIn } from './step-cookies.ts'

/**
 * Begins the second step of a sign-in that has passed its first factor, in place of a session. The callback of a provider redirects to the
 * step's page; all other calls return that a second factor is needed. Throws the refusal `INVALID_EMAIL_OR_PASSWORD` where the password
 * that was checked no longer holds.
 */
export async function beginStep(world: World, call: CallState, userId: string): Promise<Response> {
  const token = newToken()
  const remember = call.body.rememberMe !== false
  await inTransaction(world.db, async (tx) => {
    await lockPerson(tx, userId)
    // a reset between the check and this lock has voided the steps that it saw
    if (!(await holdsPassword(tx, call, userId))) throw new Refusal('INVALID_EMAIL_OR_PASSWORD', 'Invalid email or password', 401)
    await insertStep(tx, { userId, tokenHash: stepHash(token), remember, minutes: stepMinutes })
  })
  const cookie = setStepCookie(world, token)
  if (!call.path.startsWith('/callback/'))
    return withCookies({ ...(call.path === '/confirm-email' && { status: 'confirmed' }), secondFactor: true }, [cookie])
  const next = returnPath(call.comesBackTo, '')
  // the browser comes from the provider: only the path that it returns to says in which language it left
  const locale = next === '' ? call.locale : localeFromPath(next)
  const location = `${localizePath(secondStepPath, locale)}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
}

export const stepOver = () => new Refusal('STEP_OVER', 'This sign-in has expired', 401)

/** Returns the second step that the caller has begun. Throws the refusal `STEP_OVER`. */
export async function liveStep(world: World, { headers }: CallState) {
  const tokenHash = stepHashIn(world, headers.cookie)
  const step = tokenHash && (await stepByToken(world.db, tokenHash))
  if (!step) throw stepOver()
  return { ...step, tokenHash }
}

/** Returns what the caller's second step offers. */
export async function describeStep(world: World, call: CallState): Promise<SecondStep> {
  const { userId } = await liveStep(world, call)
  const [counts, recovery] = await Promise.all([factorCounts(world.db, userId), runningRecovery(world.db, userId)])
  return {
    methods: [
      ...(counts.passkeys > 0 ? (['passkey'] as const) : []),
      ...(counts.codes > 0 ? (['code'] as const) : []),
      ...(counts.recoveryCodes > 0 ? (['recovery_code'] as const) : []),
    ],
    canRecover: world.sendsMail,
    recovery: describeRecovery(recovery),
  }
}
