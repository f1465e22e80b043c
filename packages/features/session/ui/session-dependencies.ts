import type { AnyRouter } from '@tanstack/react-router'
import type { SessionStore } from './session-store.ts'

/** A session as the server tells it. */
export interface Session {
  expires_at: number
  user: { id: string; email: string; user_metadata: { full_name: string } }
}

/** What the session needs of the page around it. */
export interface SessionDependencies {
  /** Who is in front of the page. */
  auth: SessionStore
  /** Loaded when first needed. */
  api: () => Promise<{ auth: { session: { query: () => Promise<Session | null> } } }>
}

/** They are in the context of the router. */
// biome-ignore lint/plugin: the session may not know the page's context, which is made of more
export const sessionDependenciesOf = (router: AnyRouter): SessionDependencies => router.options.context as SessionDependencies
