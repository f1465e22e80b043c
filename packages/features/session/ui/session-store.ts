/** The signed-in person, as every page knows them. */
export interface Viewer {
  id: string
  email: string
  name: string
  /** When the session ends unless it is used before, in seconds since 1970. */
  expiresAt: number
}

/** What happened last (spec, section 4); null when the page came in this state. */
export type SessionEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'

/** Who is in front of the page. `loading` until a page that came without that knowledge has been told. */
export type SessionState = { event: SessionEvent | null } & (
  | { status: 'loading' | 'signed_out'; viewer: null }
  | { status: 'signed_in'; viewer: Viewer }
)

/**
 * Where a router keeps who is in front of it: one a request on the server, one a visit in the browser. Every page loads this; what
 * changes it (session-events.ts, session-sync.ts) comes when something happens.
 */
export interface SessionStore {
  get: () => SessionState
  set: (state: SessionState) => void
  subscribe: (listener: () => void) => () => void
  /** When this was last true, in milliseconds since 1970; not set while it is what the page came with. */
  syncedAt?: number
  /** Why nobody could be asked, while that is so: what a page for signed-in people fails with. */
  failure?: unknown
}

/** `undefined` where nobody knows yet. */
export function createSessionStore(viewer?: Viewer | null): SessionStore {
  let state = toSessionState(null, viewer)
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set: (next) => {
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The state in which this person, or nobody, is in front of the page. */
export const toSessionState = (event: SessionEvent | null, viewer?: Viewer | null): SessionState =>
  viewer ? { status: 'signed_in', viewer, event } : { status: viewer === null ? 'signed_out' : 'loading', viewer: null, event }
