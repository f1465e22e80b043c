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

/** Who is in front of the page. `loading` only while a page that came without that knowledge asks. */
export type AuthState = { event: AuthEvent | null } & (
  | { is: 'loading' | 'signed_out'; viewer: null }
  | { is: 'signed_in'; viewer: Viewer }
)

/** Where a router keeps who is in front of it: one a request on the server, one a visit in the browser. */
export interface Auth {
  get: () => AuthState
  subscribe: (listener: () => void) => () => void
  /** Something happened, here or (told by `elsewhere`) in another tab. What happens here is told to the other tabs. */
  tell: (event: AuthEvent | null, viewer: Viewer | null, elsewhere?: boolean) => void
  /** Whether something happened in another tab that this one has not heard of. */
  isBehind: () => boolean
}

/** Everything that this browser stores about accounts is under this name: a mark that changes with every event, and no token. */
export const authKey = 'duo.auth'

const mark = () => {
  try {
    return localStorage.getItem(authKey)
  } catch {
    return null
  }
}

/** `undefined` where nobody knows yet. */
export function createAuth(known?: Viewer | null): Auth {
  let state = stateOf(null, known)
  let seen: string | null | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    subscribe: (listener) => {
      seen ??= mark()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    tell: (event, viewer, elsewhere = false) => {
      state = stateOf(event, viewer)
      try {
        if (event && !elsewhere) localStorage.setItem(authKey, `${event} ${Date.now()}`)
      } catch {
        // without storage the other tabs find out when they next ask the server
      }
      seen = mark()
      for (const listener of listeners) listener()
    },
    isBehind: () => mark() !== seen,
  }
}

const stateOf = (event: AuthEvent | null, viewer: Viewer | null | undefined): AuthState =>
  viewer ? { is: 'signed_in', viewer, event } : { is: viewer === null ? 'signed_out' : 'loading', viewer: null, event }
