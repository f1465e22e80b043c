import { startConsent } from '../../../consent/ui/start-consent.ts'
import { startCopyButtons } from './copy.ts'
import { startHeaderScroll } from './header-scroll.ts'
import { startLanguage } from './language.ts'
import { startMenus } from './menu.ts'

/** What the shell's markup does, in documents and in the app. The app calls it in an effect. */
export function startShell(signal: AbortSignal): void {
  startHeaderScroll(signal)
  startMenus(signal)
  startLanguage(signal)
  startCopyButtons(signal)
  startConsent(signal)
}
