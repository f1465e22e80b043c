import { useSyncExternalStore } from 'react'

/** Must match the `lg` breakpoint. */
const wideQuery = '(min-width: 64rem)'

function subscribe(notify: () => void) {
  const query = matchMedia(wideQuery)
  query.addEventListener('change', notify)
  return () => query.removeEventListener('change', notify)
}

/** Whether the window has room for two columns. False on the server. */
export const useWide = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(wideQuery).matches,
    () => false,
  )
