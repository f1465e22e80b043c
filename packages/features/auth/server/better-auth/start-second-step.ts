import type { AppContext } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import { secondStepPath } from '../../second-factor-rules.ts'
import { startStep } from '../second-factor/second-step.ts'
import { setStepCookie } from '../second-factor/step-cookies.ts'
import type { CallState } from './call-state.ts'
import { refusal } from './refusal.ts'

/** Answers a sign-in whose account has a second factor: says so to a page, and leads a browser that comes from a provider to it. */
export async function startSecondStep(context: AppContext, call: CallState, userId: string): Promise<Response> {
  const token = await startStep(context.db, { userId, provenHash: call.provenHash }, call.body.rememberMe !== false)
  if (token === null) return refusal('invalid_email_or_password', 401)
  const cookie = setStepCookie(context, token)
  if (!call.path.startsWith('/callback/')) return Response.json({ secondFactor: true }, { headers: { 'set-cookie': cookie } })
  const next = returnPath(call.returnTo, '')
  const locale = next === '' ? call.locale : localeFromPath(next)
  const location = `${localizePath(secondStepPath, locale)}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
}
