import { useEffect, useState } from 'react'
import { storeTicket } from '../../session/ui/history-ticket.ts'

/**
 * The token that a link out of a mail brought behind the `#`, where no server hears of it. It leaves the address bar at once: it must
 * not be seen or shared. Until `clearTicket` a reload finds it again (history-ticket.ts). `undefined` until the browser has looked, null where
 * there is none.
 */
export function useFragmentToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const readFragment = () => {
      const linkToken = location.hash.slice(1) || null
      if (linkToken !== null) history.replaceState(history.state, '', location.pathname + location.search)
      // the effect may run twice (StrictMode), the address holds the token once
      const storedToken = storeTicket(linkToken)
      setToken((before) => storedToken ?? before ?? null)
    }
    readFragment()
    // another link pasted over this page's address changes nothing but the part behind the #
    const onHashChange = () => location.hash !== '' && readFragment()
    window.addEventListener('hashchange', onHashChange)
    return () => window.removeEventListener('hashchange', onHashChange)
  }, [])
  return token
}
