import { useEffect, useState } from 'react'
import { storeTicket } from '../../session/ui/history-ticket.ts'

/** Removes the token of a mailed link from the URL; a reload finds it until `clearTicket`. `undefined` before hydration. */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readFragment = () => {
      const linkToken = location.hash.slice(1) || null
      if (linkToken !== null) history.replaceState(history.state, '', location.pathname + location.search)
      // the effect may run twice (StrictMode), the URL has the token once
      const storedToken = storeTicket(linkToken)
      setToken((before) => storedToken ?? before ?? null)
    }
    readFragment()
    // pasting another link over this URL only changes the hash
    const onHashChange = () => location.hash !== '' && readFragment()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return token
}
