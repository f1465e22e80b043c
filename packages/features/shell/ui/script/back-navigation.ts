/**
 * Loads the page again when the browser goes back from a document into the app. The app writes the document's address into the history
 * before the document loads, so Chromium takes the two entries for one document and would only change the address.
 */
export function startBackNavigation(signal: AbortSignal): void {
  const { pathname } = location
  addEventListener('popstate', () => location.pathname === pathname || location.reload(), { signal })
}
