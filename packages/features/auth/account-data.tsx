import { redirect } from '@tanstack/react-router'
import { stateOf } from '../shell/auth-state.ts'
import type { PageContext } from '../shell/page-context.ts'
import { loadOptions } from './auth-options.tsx'
import { isSignedOut } from './session-end.tsx'

/** Everything the account page shows. */
export async function loadAccount(context: PageContext) {
  const { auth, billing } = await context.api()
  try {
    const [account, { sessions }, { providers }, subscription] = await Promise.all([
      auth.account.query(),
      auth.sessions.query(),
      loadOptions(context),
      // a plan that cannot be read leaves its card empty (spec, section 7)
      billing.subscription.query().catch(failedPlan),
    ])
    return { account, sessions, providers, subscription }
  } catch (error) {
    if (!isSignedOut(error)) throw error
    context.auth.set(stateOf('signed_out', null))
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next: '/account' } })
  }
}

const failedPlan = (error: unknown) => {
  console.error(error)
  return null
}
