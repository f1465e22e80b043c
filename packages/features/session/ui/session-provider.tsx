import { type AnyRouter, useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { setPageSession } from './page-account.ts'
import { sessionDependenciesOf } from './session-dependencies.ts'
import type { SessionState, SessionStore } from './session-store.ts'

const SessionContext = createContext<SessionStore | null>(null)

/** Provides the session, and reloads it when another tab has changed it or a page returns from the back/forward cache. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const router = useRouter<AnyRouter>()
  const { auth } = sessionDependenciesOf(router)
  useEffect(() => {
    setPageSession(auth)
    const refresh = () => import('./session-sync.ts').then(({ refreshIfStale }) => refreshIfStale(router), console.error)
    if (auth.get().status === 'loading') refresh()
    const events = ['storage', 'visibilitychange']
    for (const event of events) window.addEventListener(event, refresh)
    return () => {
      for (const event of events) window.removeEventListener(event, refresh)
    }
  }, [auth, router])
  return <SessionContext value={auth}>{children}</SessionContext>
}

export function useSession(): SessionState {
  const auth = useContext(SessionContext)
  if (!auth) throw new Error('useSession needs a SessionProvider above it')
  return useSyncExternalStore(auth.subscribe, auth.get, auth.get)
}
