import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { Auth, AuthState } from './session-store.ts'

const AuthContext = createContext<Auth | null>(null)

/**
 * Gives every part of the page who is in front of it, and keeps that true: what another tab did is looked up when the tab did it or,
 * for a page the browser had put away, when it is seen again. Pages come with their state, so nothing is asked when they open.
 */
export function AuthProvider({ children }: { children: ReactNode }) {
  const router = useRouter()
  const { auth } = usePageContext()
  useEffect(() => {
    const follow = () => import('./session-sync.ts').then(({ followAuth }) => followAuth(router), console.error)
    if (auth.get().is === 'loading') follow()
    const events = ['storage', 'visibilitychange']
    for (const event of events) window.addEventListener(event, follow)
    return () => {
      for (const event of events) window.removeEventListener(event, follow)
    }
  }, [auth, router])
  return <AuthContext value={auth}>{children}</AuthContext>
}

/** Who is in front of the page. An error outside an `AuthProvider`. */
export function useAuth(): AuthState {
  const auth = useContext(AuthContext)
  if (!auth) throw new Error('useAuth needs an AuthProvider above it')
  return useSyncExternalStore(auth.subscribe, auth.get, auth.get)
}
