import { useCallback, useEffect, useRef } from 'react'

/** Calls `onChange` after changes in other tabs, on focus and when back online. Returns a function that notifies other tabs. */
export function useCrossTabSync(conversationId: string, onChange: () => Promise<unknown>): () => void {
  const channel = useRef<BroadcastChannel | null>(null)
  useEffect(() => {
    const refetchIfVisible = () => {
      if (document.visibilityState === 'visible') onChange().catch(console.error)
    }
    const onMessage = () => onChange().catch(console.error)
    const open = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`duo.chat.${conversationId}`)
    channel.current = open
    open?.addEventListener('message', onMessage)
    document.addEventListener('visibilitychange', refetchIfVisible)
    window.addEventListener('focus', refetchIfVisible)
    window.addEventListener('online', refetchIfVisible)
    return () => {
      open?.close()
      channel.current = null
      document.removeEventListener('visibilitychange', refetchIfVisible)
      window.removeEventListener('focus', refetchIfVisible)
      window.removeEventListener('online', refetchIfVisible)
    }
  }, [conversationId, onChange])
  return useCallback(() => channel.current?.postMessage('changed'), [])
}
