import type { AppContext } from '@duo/platform/server/trpc.ts'
import { localeFromPath, localizePath } from '@duo/platform/shared/locale.ts'
import { returnPath } from '../../rules.ts'
import type { CallState } from '../sign-in/call-state.ts'
import { refusal } from './refusal.ts'

/** Answers a sign-in whose account has a second factor: says so to a page, and leads a browser that comes from a provider to it. */
export async function startSecondStep(context: AppContext, call: CallState, userId: string): Promise<Response> {
  const { secondFactor } = context.accountHooks
  const passed = { userId, provenHash: call.provenHash }
  const step = await secondFactor.startStep(context.db, context, passed, { remember: call.body.rememberMe !== false })
  if (step === null) return refusal('invalid_email_or_password', 401)
  const { cookie, page } = step
  if (!call.path.startsWith('/callback/')) return Response.json({ secondFactor: true }, { headers: { 'set-cookie': cookie } })
  const next = returnPath(call.returnTo, '')
  const locale = next === '' ? call.locale : localeFromPath(next)
  const location = `${localizePath(page, locale)}${next === '' ? '' : `?${new URLSearchParams({ next })}`}`
  return new Response(null, { status: 303, headers: { location, 'set-cookie': cookie } })
}
