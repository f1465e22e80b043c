import { redirect } from '@tanstack/react-router'
import type { SignInOptions } from '../../auth/schema.ts'
import { keepOnFailure } from '../../auth/ui/reload/keep-on-failure.ts'
import { loadProviders } from '../../auth/ui/sign-in/auth-loaders.ts'
import { failureCode, isSignedOut } from '../../auth/ui/trpc-errors.ts'
import type { Subscription } from '../../billing/schema.ts'
import { toSessionState } from '../../session/ui/session-store.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import type { OwnStatus } from '../../waitlist/schema.ts'
import type { ApiKeyEntry } from '../api-key-schema.ts'
import type { Account, Activity, SessionEntry } from '../schema.ts'

interface AccountData extends Pick<SignInOptions, 'providers'> {
  account: Account
  sessions: SessionEntry[]
  events: Activity[]
  apiKeys: ApiKeyEntry[]
  subscription: Subscription | null
  /** Null for an account that is not on the waitlist. */
  place: OwnStatus | null
}

/** Redirects to sign-in when the session has ended; throws any other error of its procedures. */
export async function loadAccount(context: PageContext): Promise<AccountData> {
  try {
    return await keepOnFailure(context, '/account', () => loadParts(context))
  } catch (error) {
    if (!isSignedOut(error)) throw error
    context.auth.set(toSessionState('signed_out', null))
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next: '/account' } })
  }
}

async function loadParts(context: PageContext): Promise<AccountData> {
  const { auth, billing, waitlist } = await context.api()
  const [account, { sessions }, { events }, { keys }, { providers }, subscription, place] = await Promise.all([
    auth.account.query(),
    auth.sessions.query().catch(fallbackUntilEnrolled({ sessions: [] })),
    auth.activity.query().catch(fallbackUntilEnrolled({ events: [] })),
    auth.apiKeys.query().catch(fallbackUntilEnrolled({ keys: [] })),
    loadProviders(context),
    billing.subscription.query().catch(failedPlan),
    waitlist.mine.query().catch(failedPlan),
  ])
  return { account, sessions, events, apiKeys: keys, providers, subscription, place }
}

const fallbackUntilEnrolled =
  <Fallback>(fallback: Fallback) =>
  (error: unknown): Fallback => {
    if (failureCode(error) !== 'second_factor_needed') throw error
    return fallback
  }

/** An unavailable plan leaves its card empty (spec, section 7), and an unavailable place its section away. */
export const failedPlan = (error: unknown) => {
  console.error(error)
  return null
}
