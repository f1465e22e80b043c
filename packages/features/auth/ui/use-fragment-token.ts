import { useEffect, useState } from 'react'
import { holdTicket } from '../../session/ui/history-ticket.ts'

/**
 * The token that a link out of a mail brought behind the `#`, where no server hears of it. It leaves the address bar at once: it must
 * not be seen or shared. Until `dropTicket` a reload finds it again (history-ticket.ts). `undefined` until the browser has looked, null where
 * there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => {
    const take = () => {
      const brought = location.hash.slice(1) || null
      if (brought !== null) history.replaceState(history.state, '', location.pathname + location.search)
      // the effect may run twice (StrictMode), the address holds the token once
      const held = holdTicket(brought)
      setToken((before) => held ?? before ?? null)
    }
    take()
    // another link pasted over this page's address changes nothing but the part behind the #
    const follow = () => location.hash !== '' && take()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])
  return token
}
