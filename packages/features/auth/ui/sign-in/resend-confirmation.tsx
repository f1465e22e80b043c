import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { MailWaits } from '../fields/mail-waits.tsx'
import { useAttempt } from '../use-attempt.ts'

/** Never reveals whether the e-mail has an account. */
export function ResendConfirmation({ email, next }: { email: string; next: string | undefined }) {
  const { api } = usePageContext()
  const { busy, message, run } = useAttempt(m.auth_resend_failed)
  const resend = () =>
    run(async () => {
      await (await api()).auth.sendConfirmation.mutate({ email, next })
      return m.auth_resent({ email })
    })
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
