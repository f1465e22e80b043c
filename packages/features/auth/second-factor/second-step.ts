import type { World } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import type { CallState } from '../auth.ts'
import { Refusal } from '../call-service.ts'
import { returnPath } from '../rules.ts'
import { newToken } from '../session-service.ts'
import { describeRecovery } from './account-factors.ts'
import { factorCounts } from './factor-queries.ts'
import { runningRecovery } from './factor-recovery-queries.ts'
import { withCookies } from './open-session.ts'
import { secondStepPath } from './rules.ts'
import { type SecondStep, stepMinutes } from './schema.ts'
import { insertStep, stepByToken } from './second-step-queries.ts'
import { setStepCookie, stepHash, stepHashIn } from './step-cookies.ts'

/**
 * Begins the second step of a sign-in that has passed its first factor, in place of a session. Whoever comes from a provider is sent to
 * the step's page, all others are told.
 */
export async function beginStep(world: World, call: CallState, userId: string): Promise<Response> {
  const token = newToken()
  const remember = call.body.rememberMe !== false
  await insertStep(world.db, { userId, tokenHash: stepHash(token), remember, minutes: stepMinutes })
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
    recovery: describeRecovery(recovery),
  }
}
