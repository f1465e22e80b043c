import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { EntryErrorMessage } from './entry-error.tsx'

interface MailPreferencesProps {
  ticket: string
  email: string
  /** Whether mails go out as the page was loaded. */
  mails: boolean
  /** Told when the ticket no longer opens the entry. */
  onExpired: () => void
  /** Puts what is so now, in words, around the button. */
  children: (mails: boolean, button: ReactNode) => ReactNode
}

/** Stops mails, and starts them again. */
export function MailPreferences({ ticket, email, mails: initialMails, onExpired, children }: MailPreferencesProps) {
  const [mails, setMails] = useState(initialMails)
  const { state, button } = useMutation<void, 'needs_mail' | 'expired'>({
    call: async ({ waitlist }) => {
      const { error } = await (mails ? waitlist.unsubscribe : waitlist.subscribe).mutate({ ticket })
      // a ticket that opened this page and may not stop mails came from joining, not from a mail
      if (error === 'needs_mail' || (error && mails)) return 'needs_mail'
      if (error) {
        onExpired()
        return 'expired'
      }
      setMails(!mails)
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
