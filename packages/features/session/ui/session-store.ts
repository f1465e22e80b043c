export interface Viewer {
  id: string
  email: string
  name: string
  /** Unix time in s when the unused session expires. */
  expiresAt: number
}

/** Last event (spec, section 4); null for the state that the page was rendered with. */
export type SessionEvent = 'signed_in' | 'signed_out' | 'token_refreshed' | 'user_updated' | 'password_recovery'

/** `loading` until the first session request finishes, when the server rendered the page without it. */
export type SessionState = { event: SessionEvent | null } & (
  | { status: 'loading' | 'signed_out'; viewer: null }
  | { status: 'signed_in'; viewer: Viewer }
)

/** One per request on the server, one per visit in the browser. */
export interface SessionStore {
  get: () => SessionState
  set: (state: SessionState) => void
  subscribe: (listener: () => void) => () => void
  /** Unix time in ms of the last update; unset for the rendered state. */
  syncedAt?: number
  /** Error of the last session request, which private pages throw. */
  failure?: unknown
}

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

export const toSessionState = (event: SessionEvent | null, viewer?: Viewer | null): SessionState =>
  viewer ? { status: 'signed_in', viewer, event } : { status: viewer === null ? 'signed_out' : 'loading', viewer: null, event }
