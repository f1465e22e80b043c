import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Replaces a link by a button after hydration, including its focus. Attach both refs. */
export function useHydrated() {
  const button = useRef<HTMLButtonElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const focused = useRef(false)
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => {
    focused.current = document.activeElement === link.current
    setHydrated(true)
  }, [])
  useLayoutEffect(() => {
    if (isHydrated && focused.current) button.current?.focus()
  }, [isHydrated])
  return { button, link, isHydrated }
}
