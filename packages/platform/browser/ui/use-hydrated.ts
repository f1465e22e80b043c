import { useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * For a button whose place a link has until the page's scripts are there, so that a press is never for nothing: `ready` is false until then.
 * The button takes the link's focus over. Give both their refs.
 */
export function useReady() {
  const button = useRef<HTMLButtonElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const focused = useRef(false)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    focused.current = document.activeElement === link.current
    setReady(true)
  }, [])
  useLayoutEffect(() => {
    if (ready && focused.current) button.current?.focus()
  }, [ready])
  return { button, link, ready }
}
