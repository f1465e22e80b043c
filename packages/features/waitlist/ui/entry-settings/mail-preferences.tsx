import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactElement } from 'react'
import { useMutation } from '#shell/ui/api/use-mutation.ts'
import { EntryErrorMessage } from './entry-error.tsx'

interface MailPreferencesProps {
  ticket: string
  email: string
  mails: boolean
  /** Loads the entry again. */
  onChanged: () => Promise<void>
  onExpired: () => void
  children: (mails: boolean, button: ReactElement) => ReactElement
}

export function MailPreferences({ ticket, email, mails, onChanged, onExpired, children }: MailPreferencesProps) {
  const { state, button } = useMutation<void, 'needs_mail' | 'expired'>({
    call: async ({ waitlist }) => {
      const { error } = await (mails ? waitlist.unsubscribe : waitlist.subscribe).mutate({ ticket })
      // a ticket that opened this page but may not unsubscribe came from joining, not from a mail
      if (error === 'needs_mail' || (error && mails)) return 'needs_mail'
      if (error) {
        onExpired()
        return 'expired'
      }
      await onChanged()
      return null
    },
  })
  return children(
    mails,
    <>
      <Button variant="quiet" {...button()}>
        {mails ? m.waitlist_leave_stop() : m.waitlist_status_mails_start()}
      </Button>
      {(state === 'needs_mail' || state === 'failed') && <EntryErrorMessage error={state} email={email} />}
    </>,
  )
}
