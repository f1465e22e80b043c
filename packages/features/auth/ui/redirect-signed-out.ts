import { redirect } from '@tanstack/react-router'
import { toSessionState } from '../../session/ui/session-store.ts'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'
import { failureCode, isSignedOut } from './trpc-errors.ts'

/** Redirects to sign-in if the session has ended, or to the account page if a second factor is missing. Else returns. */
export function redirectSignedOut(error: unknown, { auth }: Pick<PageContext, 'auth'>, next: string): void {
  if (isSignedOut(error)) {
    auth.set(toSessionState('signed_out', null))
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next } })
  }
  if (failureCode(error) === 'second_factor_needed') throw redirect({ to: '/account', hash: 'second-factor' })
}
