import { startSignIn } from '../../auth/ui/sign-in-script/sign-in-script.ts'
import { startPasskeys } from './second-step/passkey-script.ts'

/** Runs in the document of the sign-in page. */
export function startSignInPage(signal: AbortSignal): void {
  const view = startSignIn(signal)
  if (view) startPasskeys(view, signal)
}
