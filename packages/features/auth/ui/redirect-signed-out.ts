import { redirect } from '@tanstack/react-router'
import { toSessionState } from '../../session/ui/session-store.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { failureCode, isSignedOut } from './trpc-errors.ts'

/**
 * For loaders of signed-in pages, after a failed call: redirects to the sign-in page (and from there to `next`) if the session has ended,
 * and to the account page, which says how to add one, if a second factor is missing. Returns after any other error.
 */
export function redirectSignedOut(error: unknown, { auth }: Pick<PageContext, 'auth'>, next: string): void {
  if (isSignedOut(error)) {
    auth.set(toSessionState('signed_out', null))
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next } })
  }
  if (failureCode(error) === 'second_factor_needed') throw redirect({ to: '/account', hash: 'second-factor' })
}
