import { useCallback, useEffect, useRef } from 'react'

/**
 * Keeps a conversation true that is open more than once. `onChange` is called when another tab of this browser says so, and when the
 * page is looked at again or gets its line back, for what another device did. Answers with the function that tells the other tabs.
 */
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
