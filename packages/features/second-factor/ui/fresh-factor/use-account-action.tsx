import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { actionErrorText } from '#auth/ui/error-messages.ts'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { notifyTabs } from '#shell/ui/api/use-server-sync.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { needsFreshFactor, useFreshFactor } from './factor-prompt.tsx'

/** For the account pages in other tabs. */
export const accountChannel = 'duo.account'

export interface ActionResult {
  tone: 'success' | 'danger'
  text: ReactNode
}

export const successResult = (text: ReactNode): ActionResult => ({ tone: 'success', text })
export const failureResult = (text: string): ActionResult => ({ tone: 'danger', text })

/**
 * `run` asks for the second factor when the work needs a fresh one, and then repeats the work. Forms call `clear` on every edit and when
 * they find a problem themselves, because a result is about what was sent.
 */
export function useAccountAction() {
  const router = useRouter()
  const { api, auth } = usePageContext()
  const { withFactor } = useFreshFactor()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<ActionResult | null>(null)
  const run = async (work: () => Promise<ActionResult | null>) => {
    if (busy) return
    setBusy(true)
    setResult(null)
    try {
      const next = await withFactor(work)
      setResult(next)
      if (next?.tone === 'success') notifyTabs(accountChannel)
    } catch (error) {
      if (!needsFreshFactor(error)) console.error(error)
      reportMissingPart(error)
      if (isSignedOut(error)) await refreshSession(router)
      setResult(failureResult(actionErrorText(error, m.auth_account_failed())))
    }
    setBusy(false)
  }
  const clear = () => setResult(null)
  return { busy, result, run, clear, api, auth, router }
}

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
