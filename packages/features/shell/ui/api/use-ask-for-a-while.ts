import { useEffect, useEffectEvent } from 'react'
import { askForAWhile } from './ask-for-a-while.ts'

/** `about`: what is asked about; another value starts again. Null asks nothing. */
export function useAskForAWhile(about: string | number | null, ask: () => Promise<unknown>): void {
  const current = useEffectEvent(ask)
  useEffect(() => {
    if (about === null) return
    const stop = new AbortController()
    askForAWhile(() => current(), stop.signal)
    return () => stop.abort()
  }, [about])
}
