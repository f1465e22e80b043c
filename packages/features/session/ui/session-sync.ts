import type { AnyRouter } from '@tanstack/react-router'
import { type Session, type SessionDependencies, sessionDependenciesOf } from './session-dependencies.ts'
import { isStale } from './session-events.ts'
import { type SessionEvent, type SessionState, toSessionState, type Viewer } from './session-store.ts'

/** Loads the session before rendering; on failure the page is rendered without it and retries in the browser. */
export async function initSession({ auth, api }: SessionDependencies): Promise<void> {
  try {
    auth.set(toSessionState(null, toViewer(await (await api()).auth.session.query())))
  } catch (error) {
    console.error(error)
    auth.failure = error
  }
}

export async function refreshIfStale(router: AnyRouter): Promise<void> {
  const { auth } = sessionDependenciesOf(router)
  const { status, viewer } = auth.get()
  if (status === 'loading' || isStale(auth) || (viewer && viewer.expiresAt * 1000 < Date.now())) await refreshSession(router)
}

/** After a change of user, the router checks again whether they may see the page. */
export async function refreshSession(router: AnyRouter): Promise<void> {
  const { auth, api } = sessionDependenciesOf(router)
  const before = auth.get()
  const syncedAt = Date.now()
  try {
    const viewer = toViewer(await (await api()).auth.session.query())
    if (auth.get() !== before) return // a sign-in or sign-out happened during the request
    auth.syncedAt = syncedAt
    auth.set(toSessionState(detectEvent(before, viewer), viewer))
  } catch (error) {
    console.error(error)
  }
  const { status, viewer } = auth.get()
  if (status !== before.status || viewer?.id !== before.viewer?.id) await router.invalidate()
}

export const toViewer = (session: Session | null): Viewer | null =>
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
