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

export function showWelcome({ name }: Viewer): void {
  if (!takeWelcome()) return
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
