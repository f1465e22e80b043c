import { redirect } from '@tanstack/react-router'
import { maxReturnPathLength } from '../rules.ts'
import type { SessionDependencies } from './session-dependencies.ts'

interface NavigationArgs {
  context: Pick<SessionDependencies, 'auth'>
  location: { href: string; pathname: string }
}

/** `beforeLoad` of private pages: redirects to sign-in and back, without a query that is too long. Throws when the session could not be loaded. */
export function requireSession({ context, location: { href, pathname } }: NavigationArgs): void {
  const { status } = context.auth.get()
  if (status === 'signed_in') return
  if (status === 'loading') throw context.auth.failure
  throw redirect({ to: '/auth', search: { mode: 'sign-in', next: href.length > maxReturnPathLength ? pathname : href } })
}
