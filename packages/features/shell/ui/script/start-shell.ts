import { startConsent } from '#consent/ui/start-consent.ts'
import { startCopyButtons } from './copy.ts'
import { startHeaderScroll } from './header-scroll.ts'
import { startLanguage } from './language.ts'
import { startMenus } from './menu.ts'
import { startRenewed } from './renewed.ts'

/** Runs in documents, and in an effect of the app. */
export function startShell(signal: AbortSignal): void {
  startHeaderScroll(signal)
  startMenus(signal)
  startLanguage(signal)
  startCopyButtons(signal)
  startConsent(signal)
  startRenewed(signal)
}
