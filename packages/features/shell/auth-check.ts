import type { AnyRouter } from '@tanstack/react-router'
import type { AuthEvent, AuthState, Viewer } from './auth-state.ts'
import type { PageContext } from './page-context.ts'

/** Before a page is made: who asks for it. Where that cannot be found out the page is made without, and asks once it is open. */
export async function startAuth({ auth, api, AccountSlot }: PageContext): Promise<void> {
  try {
    const viewer = viewerOf(await (await api()).auth.session.query())
    auth.tell(null, viewer, true)
    if (viewer) await AccountSlot.preload?.()
  } catch (error) {
    console.error(error)
  }
}

/**
 * Asks the server who is in front of this page, and tells the page what changed. When it is somebody else than before, the page's
 * route decides anew whether it is theirs to see.
 */
export async function checkAuth(router: AnyRouter): Promise<void> {
  const { auth, api }: PageContext = router.options.context
  const before = auth.get()
  try {
    const viewer = viewerOf(await (await api()).auth.session.query())
    // somebody signed in or out here while the question was on its way
    if (auth.get() !== before) return
    auth.tell(eventOf(before, viewer), viewer, true)
  } catch (error) {
    console.error(error)
    if (auth.get().is === 'loading') auth.tell(null, null, true)
  }
  if (auth.get().viewer?.id !== before.viewer?.id) await router.invalidate()
}

interface Session {
  expires_at: number
  user: { id: string; email: string; user_metadata: { full_name: string } }
}

/** What pages know of a session's person. */
export const viewerOf = (session: Session | null): Viewer | null =>
  session && {
    id: session.user.id,
    email: session.user.email,
    name: session.user.user_metadata.full_name,
    expiresAt: session.expires_at,
  }

function eventOf({ viewer: before }: AuthState, viewer: Viewer | null): AuthEvent | null {
  if (viewer?.id !== before?.id) return viewer ? 'signed_in' : 'signed_out'
  if (viewer?.name !== before?.name || viewer?.email !== before?.email) return 'user_updated'
  return viewer?.expiresAt === before?.expiresAt ? null : 'token_refreshed'
}
