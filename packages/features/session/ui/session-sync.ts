import type { AnyRouter } from '@tanstack/react-router'
import { contextOf, type PageContext } from '../../shell/ui/pages/page-context.ts'
import { isStale } from './session-events.ts'
import { type SessionEvent, type SessionState, toSessionState, type Viewer } from './session-store.ts'

/** Before a page is made: who asks for it. Where that cannot be found out the page is made without, and asks once it is open and with every page after. */
export async function initSession({ auth, api, AccountSlot }: PageContext): Promise<void> {
  try {
    const viewer = toViewer(await (await api()).auth.session.query())
    auth.set(toSessionState(null, viewer))
    if (viewer) await AccountSlot.preload?.()
  } catch (error) {
    console.error(error)
    auth.failure = error
  }
}

/** Asks only where the page may be wrong about who is in front of it. */
export async function refreshIfStale(router: AnyRouter): Promise<void> {
  const { auth } = contextOf(router)
  const { status, viewer } = auth.get()
  if (status === 'loading' || isStale(auth) || (viewer && viewer.expiresAt * 1000 < Date.now())) await refreshSession(router)
}

/**
 * Asks the server who is in front of this page, and tells the page what changed. When it is somebody else than before, or is known
 * at last, the page's route decides anew whether it is theirs to see.
 */
export async function refreshSession(router: AnyRouter): Promise<void> {
  const { auth, api } = contextOf(router)
  const before = auth.get()
  const syncedAt = Date.now()
  try {
    const viewer = toViewer(await (await api()).auth.session.query())
    // somebody signed in or out here while the question was on its way
    if (auth.get() !== before) return
    auth.syncedAt = syncedAt
    auth.set(toSessionState(detectEvent(before, viewer), viewer))
  } catch (error) {
    console.error(error)
  }
  const { status, viewer } = auth.get()
  if (status !== before.status || viewer?.id !== before.viewer?.id) await router.invalidate()
}

interface Session {
  expires_at: number
  user: { id: string; email: string; user_metadata: { full_name: string } }
}

/** What pages know of a session's person. */
const toViewer = (session: Session | null): Viewer | null =>
  session && {
    id: session.user.id,
    email: session.user.email,
    name: session.user.user_metadata.full_name,
    expiresAt: session.expires_at,
  }

function detectEvent({ viewer: before }: SessionState, viewer: Viewer | null): SessionEvent | null {
  if (viewer?.id !== before?.id) return viewer ? 'signed_in' : 'signed_out'
  if (viewer?.name !== before?.name || viewer?.email !== before?.email) return 'user_updated'
  return viewer?.expiresAt === before?.expiresAt ? null : 'token_refreshed'
}
