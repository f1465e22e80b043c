import { useEffect, useRef } from 'react'

/** Returns a ref for what a form replaces; it gets the focus back when the form closes. */
export function useFocusBack<Opener extends HTMLElement = HTMLButtonElement>(isOpen: boolean) {
  const opener = useRef<Opener>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return opener
}
