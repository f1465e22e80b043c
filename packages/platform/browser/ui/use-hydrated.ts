import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * For a button whose place a link has until the page's scripts are there, so that a press is never for nothing: `ready` is false until then.
 * The button takes the link's focus over. Give both their refs.
 */
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
