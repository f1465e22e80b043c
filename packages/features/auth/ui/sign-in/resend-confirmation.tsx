import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'

/** Never reveals whether the e-mail has an account. */
export function ResendConfirmation() {
  const email = '{email}'
  return (
    <div
      data-resend
      data-resent={m.auth_resent({ email })}
      data-resent-refused={m.auth_resent_refused({ email })}
      data-resend-failed={m.auth_resend_failed()}
      className="mt-3"
    >
      <Button variant="quiet">{m.auth_resend()}</Button>
      <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden" />
      <MailPromise />
    </div>
  )
}

/** Says that mails wait in the queue if this server cannot send any yet; otherwise its children promise the mail. */
export const MailPromise = ({ children }: { children?: ReactNode }) => (
  <div role="status" data-mail-waits>
    <p hidden className="mt-3 leading-snug font-semibold">
      {m.auth_mail_waits()}
    </p>
    {children}
  </div>
)
