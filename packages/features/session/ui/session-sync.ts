import type { AnyRouter } from '@tanstack/react-router'
import { contextOf, type PageContext } from '../../shell/ui/pages/page-context.ts'
import { isBehind } from './session-events.ts'
import { type AuthEvent, type AuthState, stateOf, type Viewer } from './session-store.ts'

/** Before a page is made: who asks for it. Where that cannot be found out the page is made without, and asks once it is open and with every page after. */
export async function startAuth({ auth, api, AccountSlot }: PageContext): Promise<void> {
  try {
    const viewer = viewerOf(await (await api()).auth.session.query())
    auth.set(stateOf(null, viewer))
    if (viewer) await AccountSlot.preload?.()
  } catch (error) {
    console.error(error)
    auth.failure = error
  }
}

/** Asks only where the page may be wrong about who is in front of it. */
export async function followAuth(router: AnyRouter): Promise<void> {
  const { auth } = contextOf(router)
  const { is, viewer } = auth.get()
  if (is === 'loading' || isBehind(auth) || (viewer && viewer.expiresAt * 1000 < Date.now())) await checkAuth(router)
}

/**
 * Asks the server who is in front of this page, and tells the page what changed. When it is somebody else than before, or is known
 * at last, the page's route decides anew whether it is theirs to see.
 */
export async function checkAuth(router: AnyRouter): Promise<void> {
  const { auth, api } = contextOf(router)
  const before = auth.get()
  const knownAt = Date.now()
  try {
    const viewer = viewerOf(await (await api()).auth.session.query())
    // somebody signed in or out here while the question was on its way
    if (auth.get() !== before) return
    auth.knownAt = knownAt
    auth.set(stateOf(eventOf(before, viewer), viewer))
  } catch (error) {
    console.error(error)
  }
  const { is, viewer } = auth.get()
  if (is !== before.is || viewer?.id !== before.viewer?.id) await router.invalidate()
}

interface Session {
  expires_at: number
  user: { id: string; email: string; user_metadata: { full_name: string } }
}

/** What pages know of a session's person. */
const viewerOf = (session: Session | null): Viewer | null =>
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
