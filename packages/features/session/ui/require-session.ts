import { redirect } from '@tanstack/react-router'
import type { PageContext } from '../../shell/ui/pages/page-context.ts'

interface NavigationArgs {
  context: PageContext
  location: { href: string }
}

/**
 * `beforeLoad` of pages for signed-in people: everybody else goes to sign in and comes back. On the server that is a redirect. Where it
 * cannot be found out who asks, nobody is sent away: the page fails with what failed, and can be asked for again.
 */
export function requireSession({ context, location }: NavigationArgs): void {
  const { status } = context.auth.get()
  if (status === 'signed_in') return
  if (status === 'loading') throw context.auth.failure
  throw redirect({ to: '/auth', search: { mode: 'sign-in', next: location.href } })
}
