import { isInAppBrowser } from '@duo/platform/browser/in-app-browser.ts'
import { useHydrated } from '@tanstack/react-router'

/** What this browser cannot do for a sign-in. The server does not know, so the first render assumes no limit. */
export function useBrowserLimits() {
  const hydrated = useHydrated()
  return {
    isInApp: hydrated && isInAppBrowser(navigator.userAgent),
    blocksCookies: hydrated && !navigator.cookieEnabled,
  }
}
