import { redirect } from '@tanstack/react-router'
import type { SessionDependencies } from './session-dependencies.ts'

interface NavigationArgs {
  context: Pick<SessionDependencies, 'auth'>
  location: { href: string }
}

/** `beforeLoad` of private pages: redirects to sign-in and back. Throws when the session could not be loaded. */
export function requireSession({ context, location }: NavigationArgs): void {
  const { status } = context.auth.get()
  if (status === 'signed_in') return
  if (status === 'loading') throw context.auth.failure
  throw redirect({ to: '/auth', search: { mode: 'sign-in', next: location.href } })
}
