import { Button } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, useState } from 'react'
import { usePageContext } from '../shell/page-context.ts'
import { EntryRefusal, type Refusal } from './entry-refusal.tsx'

interface MailSwitchProps {
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
export function MailSwitch({ ticket, email, mails: before, onExpired, children }: MailSwitchProps) {
  const { api } = usePageContext()
  const [mails, setMails] = useState(before)
  const [state, setState] = useState<'idle' | 'busy' | Refusal>('idle')
  const busy = state === 'busy'

  const turn = async () => {
    setState('busy')
    try {
      const { waitlist } = await api()
      const { error } = await (mails ? waitlist.unsubscribe : waitlist.subscribe).mutate({ ticket })
      // a ticket that opened this page and may not stop mails came from joining, not from a mail
      if (error === 'needs_mail' || (error && mails)) return setState('needs_mail')
      if (error) return onExpired()
      setMails(!mails)
      setState('idle')
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return children(
    mails,
    <>
      <Button variant="quiet" busy={busy} aria-disabled={busy || undefined} onClick={() => busy || turn()}>
        {mails ? m.waitlist_leave_stop() : m.waitlist_status_mails_start()}
      </Button>
      {(state === 'needs_mail' || state === 'failed') && <EntryRefusal refusal={state} email={email} />}
    </>,
  )
}
