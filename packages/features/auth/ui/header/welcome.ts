import type { Viewer } from '#session/ui/session-store.ts'

/** In sessionStorage, from the confirmation of an e-mail until a page shows the welcome. */
export const welcomeKey = 'duo.welcome'

/** For who is invited to the beta. */
const invitedWelcome = 'beta'

export function storeWelcome(isInvited: boolean): void {
  try {
    sessionStorage.setItem(welcomeKey, isInvited ? invitedWelcome : '1')
  } catch {
    // without storage, no welcome is shown
  }
}

/** Leaves the welcome to the next page if this one is about to open a conversation. */
export function showWelcome({ name }: Viewer): void {
  if (document.querySelector('[data-start] [aria-busy=true]')) return
  const kept = takeWelcome()
  if (kept === null) return
  import('./welcome-toast.tsx').then(({ renderWelcome }) => renderWelcome(name, kept === invitedWelcome), console.error)
}

function takeWelcome(): string | null {
  try {
    const kept = sessionStorage.getItem(welcomeKey)
    sessionStorage.removeItem(welcomeKey)
    return kept
  } catch {
    return null
  }
}
