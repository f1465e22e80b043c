import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { checkAuth } from '../../../session/ui/session-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { Answer } from '../auth-client.ts'
import { refusalText } from '../error-messages.ts'
import { failureCode, isSignedOut } from '../trpc-errors.ts'

/** What an action came to, in words. */
export interface Said {
  tone: 'success' | 'danger'
  text: string
}

export const done = (text: string): Said => ({ tone: 'success', text })
export const refused = (text: string): Said => ({ tone: 'danger', text })

/** An action of the account page: busy while it runs, then what came of it. A session that has ended leads to signing in. */
export function useAction() {
  const router = useRouter()
  const { api, auth } = usePageContext()
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const run = async (work: () => Promise<Said | null>) => {
    if (busy) return
    setBusy(true)
    setSaid(null)
    try {
      setSaid(await work())
    } catch (error) {
      console.error(error)
      if (isSignedOut(error)) await checkAuth(router)
      setSaid(refused(actionFailure(error, m.auth_account_failed())))
    }
    setBusy(false)
  }
  return { busy, said, run, api, auth, router }
}

/** What a failed call says: a limit and an overload in words of their own, else `otherwise`. */
export const actionFailure = (error: unknown, otherwise: string) => {
  const code = failureCode(error)?.toUpperCase()
  return code === 'TOO_MANY_REQUESTS' || code === 'UNAVAILABLE' ? refusalText({ code, message: '', retryAfter: null }) : otherwise
}

/** What better-auth's answer says: `text` when it went well. */
export const saidOf = ({ refusal }: Answer<unknown>, text: string): Said => (refusal ? refused(refusalText(refusal)) : done(text))

/** The line that says it, in the page from the start, so that it is announced. */
export function Outcome({ said }: { said: Said | null }) {
  return (
    <p
      role="status"
      className={`mt-3 font-semibold wrap-anywhere empty:hidden ${said?.tone === 'danger' ? 'text-danger' : 'text-success'}`}
    >
      {said?.text}
    </p>
  )
}
