/**
 * Reloads when the browser goes back from a document into the app. The app changes the URL before the document loads, so Chromium
 * takes both history entries for one document and would only change the URL.
 */
export function startBackNavigation(signal: AbortSignal): void {
  const { pathname } = location
  addEventListener('popstate', () => location.pathname === pathname || location.reload(), { signal })
}
