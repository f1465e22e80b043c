import { redirect } from '@tanstack/react-router'
import type { PageContext } from '../shell/page-context.ts'

interface Going {
  context: PageContext
  location: { href: string }
}

/** `beforeLoad` of pages for signed-in people: everybody else goes to sign in and comes back. On the server that is a redirect. */
export function requireSession({ context, location }: Going): void {
  if (context.auth.get().is === 'signed_in') return
  throw redirect({ to: '/auth', search: { mode: 'sign-in', next: location.href } })
}
