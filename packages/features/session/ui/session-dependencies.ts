import type { AnyRouter } from '@tanstack/react-router'
import type { SessionStore } from './session-store.ts'

export interface Session {
  expires_at: number
  user: { id: string; email: string; user_metadata: { full_name: string } }
}

export interface SessionDependencies {
  auth: SessionStore
  /** Loaded when first needed. */
  api: () => Promise<{ auth: { session: { query: () => Promise<Session | null> } } }>
}

// biome-ignore lint/plugin: the session must not import the type of the page context, which contains more
export const sessionDependenciesOf = (router: AnyRouter): SessionDependencies => router.options.context as SessionDependencies
