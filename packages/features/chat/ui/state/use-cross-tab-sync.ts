import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps a conversation true that is open more than once. `changed` is called when another tab of this browser says so, and when the
 * page is looked at again or gets its line back, for what another device did. Answers with the function that tells the other tabs.
 */
export function useOtherTabs(conversationId: string, changed: () => Promise<unknown>): () => void {
  const channel = useRef<BroadcastChannel | null>(null)
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') changed().catch(console.error)
    }
    const hear = () => changed().catch(console.error)
    const open = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(`duo.chat.${conversationId}`)
    channel.current = open
    open?.addEventListener('message', hear)
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    window.addEventListener('online', look)
    return () => {
      open?.close()
      channel.current = null
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
      window.removeEventListener('online', look)
    }
  }, [conversationId, changed])
  return useCallback(() => channel.current?.postMessage('changed'), [])
}
