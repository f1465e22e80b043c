/** Reloads on going back into the app, which changes the URL before a document loads: Chromium takes both history entries for one. */
export function startBackNavigation(signal: AbortSignal): void {
  const { pathname } = location
  addEventListener('popstate', () => location.pathname === pathname || location.reload(), { signal })
}
