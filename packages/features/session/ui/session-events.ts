import { type Auth, type AuthEvent, stateOf, type Viewer } from './session-store.ts'

/** Everything that this browser stores about accounts is under this name: what happened last and when, and no token. */
export const authKey = 'duo.auth'

/** Something happened here: this page shows it, and the other tabs hear of it. */
export function tell(auth: Auth, event: AuthEvent, viewer: Viewer | null): void {
  auth.knownAt = Date.now()
  try {
    localStorage.setItem(authKey, `${event} ${auth.knownAt}`)
  } catch {
    // without storage the other tabs find out when they next ask the server
  }
  auth.set(stateOf(event, viewer))
}

/** Whether something happened in another tab after this page was asked for. */
export function isBehind({ knownAt = performance.timeOrigin }: Auth): boolean {
  try {
    return Number(localStorage.getItem(authKey)?.split(' ')[1] ?? 0) > knownAt
  } catch {
    return false
  }
}
