import { type SessionEvent, type SessionStore, toSessionState, type Viewer } from './session-store.ts'

/** Everything that this browser stores about accounts is under this name: what happened last and when, and no token. */
export const authKey = 'duo.auth'

/** Something happened here: this page shows it, and the other tabs hear of it. */
export function emitSessionEvent(auth: SessionStore, event: SessionEvent, viewer: Viewer | null): void {
  auth.syncedAt = Date.now()
  try {
    localStorage.setItem(authKey, `${event} ${auth.syncedAt}`)
  } catch {
    // without storage the other tabs find out when they next ask the server
  }
  auth.set(toSessionState(event, viewer))
}

/** Whether something happened in another tab after this page was asked for. */
export function isStale({ syncedAt = performance.timeOrigin }: SessionStore): boolean {
  try {
    return Number(localStorage.getItem(authKey)?.split(' ')[1] ?? 0) > syncedAt
  } catch {
    return false
  }
}
