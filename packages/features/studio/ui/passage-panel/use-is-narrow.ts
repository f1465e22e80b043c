import { useSyncExternalStore } from 'react'

/** Below Tailwind's `lg`, where a panel beside the page would leave too little of it. */
const query = '(max-width: 63.99rem)'

function subscribe(onChange: () => void) {
  const list = matchMedia(query)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}

export const useIsNarrow = () =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
