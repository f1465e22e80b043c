import { type SessionEvent, type SessionStore, toSessionState, type Viewer } from './session-store.ts'

/** Storage key of the last session event and its time; contains no token. */
export const authKey = 'duo.auth'

/** Updates this page and notifies the other tabs. */
export function emitSessionEvent(auth: SessionStore, event: SessionEvent, viewer: Viewer | null): void {
  auth.syncedAt = Date.now()
  try {
    localStorage.setItem(authKey, `${event} ${auth.syncedAt}`)
  } catch {
    // without storage the other tabs notice at their next request
  }
  auth.set(toSessionState(event, viewer))
}

/** Whether another tab has changed the session since this page was loaded. */
export function isStale({ syncedAt = performance.timeOrigin }: SessionStore): boolean {
  try {
    return Number(localStorage.getItem(authKey)?.split(' ')[1] ?? 0) > syncedAt
  } catch {
    return false
  }
}
