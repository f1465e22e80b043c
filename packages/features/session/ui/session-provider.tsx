import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/**
 * Gives every part of the page who is in front of it, and keeps that true: what another tab did is looked up when the tab did it or,
 * for a page the browser had put away, when it is seen again. Pages come with their state, so nothing is asked when they open.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { auth } = usePageContext()
  useEffect(() => {
    const refresh = () => import('./session-sync.ts').then(({ refreshIfStale: followAuth }) => followAuth(router), console.error)
    if (auth.get().status === 'loading') refresh()
    const events = ['storage', 'visibilitychange']
    for (const event of events) window.addEventListener(event, refresh)
    return () => {
      for (const event of events) window.removeEventListener(event, refresh)
    }
  }, [auth, router])
  return <SessionContext value={auth}>{children}</SessionContext>
}

/** Who is in front of the page. An error outside an `SessionProvider`. */
export function useSession(): SessionState {
  const auth = useContext(SessionContext)
  if (!auth) throw new Error('useSession needs an SessionProvider above it')
  return useSyncExternalStore(auth.subscribe, auth.get, auth.get)
}
