import type { Viewer } from '../../../session/ui/session-store.ts'

/** In sessionStorage, from the confirmation of an e-mail to the page that welcomes. */
export const welcomeKey = 'duo.welcome'

export function keepWelcome(): void {
  try {
    sessionStorage.setItem(welcomeKey, '1')
  } catch {
    // without storage no one is welcomed
  }
}

/** Waits for the next page where this one leads on to a conversation at once. */
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
