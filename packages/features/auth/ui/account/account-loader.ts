import { redirect } from '@tanstack/react-router'
import type { Subscription } from '../../../billing/schema.ts'
import { toSessionState } from '../../../session/ui/session-store.ts'
import type { PageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Account, Activity, SessionEntry, SignInOptions } from '../../schema.ts'
import { loadProviders } from '../sign-in/auth-loaders.ts'
import { failureCode, isSignedOut } from '../trpc-errors.ts'

/** Everything the account page shows. A plan is null where it could not be read. */
interface AccountData extends Pick<SignInOptions, 'providers'> {
  account: Account
  sessions: SessionEntry[]
  events: Activity[]
  subscription: Subscription | null
}

/** Loads what the account page shows. Fails as its procedures do; where the session has ended it leads to signing in. */
export async function loadAccount(context: PageContext): Promise<AccountData> {
  const { auth, billing } = await context.api()
  try {
    const [account, { sessions }, { events }, { providers }, subscription] = await Promise.all([
      auth.account.query(),
      auth.sessions.query().catch(fallbackUntilEnrolled({ sessions: [] })),
      auth.activity.query().catch(fallbackUntilEnrolled({ events: [] })),
      loadProviders(context),
      // a plan that cannot be read leaves its card empty (spec, section 7)
      billing.subscription.query().catch(failedPlan),
    ])
    return { account, sessions, events, providers, subscription }
  } catch (error) {
    if (!isSignedOut(error)) throw error
    context.auth.set(toSessionState('signed_out', null))
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next: '/account' } })
  }
}

/** An account that has to add a second factor first sees nothing else of itself. */
const fallbackUntilEnrolled =
  <Fallback>(fallback: Fallback) =>
  (error: unknown): Fallback => {
    if (failureCode(error) !== 'second_factor_needed') throw error
    return fallback
  }

const failedPlan = (error: unknown) => {
  console.error(error)
  return null
}
