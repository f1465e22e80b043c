import { useCallback, useEffect, useState } from 'react'
import { storeTicket } from '../../session/ui/history-ticket.ts'
import { consumeTokenFromUrl } from '../../session/ui/member-storage.ts'

/**
 * Removes the token of a mailed link from the URL; a reload finds it until `clearTicket`. `undefined` before hydration. `setToken`
 * takes the token of a typed code.
 */
export function useFragmentToken(): { token: string | null | undefined; setToken: (token: string) => void } {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readUrl = () => {
      // the effect may run twice (StrictMode), the URL has the token once
      const storedToken = storeTicket(consumeTokenFromUrl())
      setToken((before) => storedToken ?? before ?? null)
    }
    readUrl()
    // pasting another link over this URL only changes the hash
    const onHashChange = () => location.hash !== '' && readUrl()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return { token, setToken: useCallback((typed: string) => setToken(storeTicket(typed)), []) }
}
