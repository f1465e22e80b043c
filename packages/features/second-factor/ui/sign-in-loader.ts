import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'

/** Loads the script of the sign-in page, on that page only. */
export function loadSignIn(signal: AbortSignal): void {
  if (!document.querySelector('[data-auth]')) return
  import('./sign-in-script.ts').then(({ startSignInPage }) => startSignInPage(signal), reportMissingPart)
}
