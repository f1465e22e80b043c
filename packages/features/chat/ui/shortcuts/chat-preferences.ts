import { useCallback, useEffect, useState } from 'react'

/** Keys in localStorage; the privacy page lists them. */
type Preference = 'duo.chat.history' | 'duo.chat.keys'

/** On by default, during server rendering, and if storage is blocked. */
export function useSavedSwitch(name: Preference) {
  const [on, setOn] = useState(true)
  useEffect(() => setOn(read(name) !== 'off'), [name])
  const toggle = useCallback(
    (next: boolean) => {
      setOn(next)
      save(name, next)
    },
    [name],
  )
  return [on, toggle] as const
}

function read(name: Preference): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function save(name: Preference, on: boolean): void {
  try {
    if (on) localStorage.removeItem(name)
    else localStorage.setItem(name, 'off')
  } catch {
    // without storage, the choice lasts until the page closes
  }
}
