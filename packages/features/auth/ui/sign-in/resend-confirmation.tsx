import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { actionErrorText } from '../error-messages.ts'

/** Never reveals whether the e-mail has an account. */
export function ResendConfirmation({ email, next }: { email: string; next: string | undefined }) {
  const { api } = usePageContext()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<string | null>(null)
  const resend = async () => {
    setBusy(true)
    setResult(null)
    try {
      await (await api()).auth.sendConfirmation.mutate({ email, next })
      setResult(m.auth_resent({ email }))
    } catch (error) {
      console.error(error)
      setResult(actionErrorText(error, m.auth_resend_failed()))
    }
    setBusy(false)
  }
  return (
    <div className="mt-3">
      <Button variant="quiet" busy={busy} aria-disabled={busy || undefined} onClick={() => busy || resend()}>
        {m.auth_resend()}
      </Button>
      <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden">
        {result}
      </p>
    </div>
  )
}
