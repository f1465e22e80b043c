import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshSession } from '../../../session/ui/session-sync.ts'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import type { AuthResult } from '../auth-client.ts'
import { errorText } from '../error-messages.ts'
import { failureCode, isSignedOut } from '../trpc-errors.ts'

export interface ActionResult {
  tone: 'success' | 'danger'
  text: string
}

export const successResult = (text: string): ActionResult => ({ tone: 'success', text })
export const failureResult = (text: string): ActionResult => ({ tone: 'danger', text })

export function useAccountAction() {
  const router = useRouter()
  const { api, auth } = usePageContext()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ActionResult | null>(null)
  const run = async (work: () => Promise<ActionResult | null>) => {
    if (busy) return
    setBusy(true)
    setResult(null)
    try {
      setResult(await work())
    } catch (error) {
      console.error(error)
      if (isSignedOut(error)) await refreshSession(router)
      setResult(failureResult(actionErrorText(error, m.auth_account_failed())))
    }
    setBusy(false)
  }
  return { busy, result, run, api, auth, router }
}

/** Returns the text for a rate limit or an overload, else `otherwise`. */
export const actionErrorText = (error: unknown, otherwise: string) => {
  const code = failureCode(error)?.toUpperCase()
  return code === 'TOO_MANY_REQUESTS' || code === 'UNAVAILABLE' ? errorText({ code, message: '', retryAfter: null }) : otherwise
}

export const toActionResult = ({ refusal }: AuthResult<unknown>, text: string): ActionResult =>
  refusal ? failureResult(errorText(refusal)) : successResult(text)

/** Live region, rendered from the start so that changes are announced. */
export function ActionMessage({ result }: { result: ActionResult | null }) {
  return (
    <p
      role="status"
      className={`mt-3 font-semibold wrap-anywhere empty:hidden ${result?.tone === 'danger' ? 'text-danger' : 'text-success'}`}
    >
      {result?.text}
    </p>
  )
}
