import { type SessionEvent, type SessionStore, toSessionState, type Viewer } from './session-store.ts'

/** Storage key of the last session event and its time; contains no token. */
export const authKey = 'duo.auth'

export function emitSessionEvent(auth: SessionStore, event: SessionEvent, viewer: Viewer | null): void {
  auth.syncedAt = storeSessionEvent(event)
  auth.set(toSessionState(event, viewer))
}

/** Returns the time of the event, Unix ms. */
export function storeSessionEvent(event: SessionEvent): number {
  const now = Date.now()
  try {
    localStorage.setItem(authKey, `${event} ${now}`)
  } catch {
    // without storage the other tabs notice at their next request
  }
  return now
}

/** Whether another tab has changed the session since this page was loaded. */
export function isStale({ syncedAt = performance.timeOrigin }: SessionStore): boolean {
  try {
    return Number(localStorage.getItem(authKey)?.split(' ')[1] ?? 0) > syncedAt
  } catch {
    return false
  }
}
