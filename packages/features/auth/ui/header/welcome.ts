import type { Viewer } from '#session/ui/session-store.ts'

/** In sessionStorage, from the confirmation of an e-mail until a page shows the welcome. */
export const welcomeKey = 'duo.welcome'

export function storeWelcome(): void {
  try {
    sessionStorage.setItem(welcomeKey, '1')
  } catch {
    // without storage, no welcome is shown
  }
}

/** Leaves the welcome to the next page if this one is about to open a conversation. */
export function showWelcome({ name }: Viewer): void {
  if (document.querySelector('[data-start] [aria-busy=true]') || !takeWelcome()) return
  import('./welcome-toast.tsx').then(({ renderWelcome }) => renderWelcome(name), console.error)
}

function takeWelcome(): boolean {
  try {
    const isKept = sessionStorage.getItem(welcomeKey) !== null
    sessionStorage.removeItem(welcomeKey)
    return isKept
  } catch {
    return false
  }
}
