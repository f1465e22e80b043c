import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { MailWaits } from '../fields/mail-waits.tsx'
import { useAttempt } from '../use-attempt.ts'

interface ResendConfirmationProps {
  email: string
  next: string | undefined
  /** The mail server has refused the address: a mail may be tried again, but not promised. */
  isRefused?: boolean
  onSent?: () => void
}

/** Never reveals whether the e-mail has an account. */
export function ResendConfirmation({ email, next, isRefused = false, onSent }: ResendConfirmationProps) {
  const { api } = usePageContext()
  const [isSent, setIsSent] = useState(false)
  const { busy, message: failure, run } = useAttempt(m.auth_resend_failed)
  const resend = () => {
    setIsSent(false)
    return run(async () => {
      await (await api()).auth.sendConfirmation.mutate({ email, next })
      setIsSent(true)
      onSent?.()
      return null
    })
  }
  const sent = isRefused ? m.auth_resent_refused({ email }) : m.auth_resent({ email })
  const message = failure ?? (isSent ? sent : null)
  return (
    <div className="mt-3">
      <Button variant="quiet" busy={busy} aria-disabled={busy || undefined} onClick={resend}>
        {m.auth_resend()}
      </Button>
      <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden">
        {message}
      </p>
      {message && <MailWaits />}
    </div>
  )
}
