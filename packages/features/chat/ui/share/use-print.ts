import { useEffect, useRef, useState } from 'react'

/** Prints after the messages that are not loaded yet, which Ctrl or ⌘ with P also waits for. If they cannot be loaded, paper says so. */
export function usePrint(isCut: boolean, loadAll: () => Promise<void>): () => void {
  const [isReady, setReady] = useState(false)
  const load = useRef(loadAll)
  useEffect(() => {
    load.current = loadAll
  })
  useEffect(() => {
    if (!isReady) return
    setReady(false)
    window.print()
  }, [isReady])
  const print = () => void load.current().then(() => setReady(true))
  const latestPrint = useRef(print)
  useEffect(() => {
    if (!isCut) return
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event
      if (key.toLowerCase() !== 'p' || altKey || shiftKey || !(ctrlKey || metaKey)) return
      event.preventDefault()
      if (!event.repeat) latestPrint.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isCut])
  return print
}
