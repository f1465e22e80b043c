/** The signed-in person, as every page knows them. */
export interface Viewer {
  id: string
  email: string
  name: string
  /** When the session ends unless it is used before, in seconds since 1970. */
  expiresAt: number
}

/** What happened last (spec, section 4); null when the page came in this state. */
export type AuthEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'

/** Who is in front of the page. `loading` until a page that came without that knowledge has been told. */
export type AuthState = { event: AuthEvent | null } & (
  | { is: 'loading' | 'signed_out'; viewer: null }
  | { is: 'signed_in'; viewer: Viewer }
)

/**
 * Where a router keeps who is in front of it: one a request on the server, one a visit in the browser. Every page loads this; what
 * changes it (session-events.ts, session-sync.ts) comes when something happens.
 */
export interface Auth {
  get: () => AuthState
  set: (state: AuthState) => void
  subscribe: (listener: () => void) => () => void
  /** When this was last true, in milliseconds since 1970; not set while it is what the page came with. */
  knownAt?: number
  /** Why nobody could be asked, while that is so: what a page for signed-in people fails with. */
  failure?: unknown
}

/** `undefined` where nobody knows yet. */
export function createAuth(known?: Viewer | null): Auth {
  let state = stateOf(null, known)
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
export const stateOf = (event: AuthEvent | null, viewer?: Viewer | null): AuthState =>
  viewer ? { is: 'signed_in', viewer, event } : { is: viewer === null ? 'signed_out' : 'loading', viewer: null, event }
