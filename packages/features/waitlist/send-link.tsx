import { Button, type ButtonVariant } from '@duo/platform/browser/ui/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { usePageContext } from '../shell/page-context.ts'

/** `sent`, or `later` where no mail goes out now. Neither says whether the address is on the list. */
export type SendLinkState = 'idle' | 'sending' | 'sent' | 'later' | 'failed'

/** Asks for a mail with the personal link of an address. */
export function useSendLink() {
  const { api } = usePageContext()
  const [state, setState] = useState<SendLinkState>('idle')
  const send = async (email: string) => {
    setState('sending')
    try {
      const { waitlist } = await api()
      const { mailed } = await waitlist.sendStatusLink.mutate({ email })
      setState(mailed ? 'sent' : 'later')
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  return { state, send }
}

interface SendLinkButtonProps {
  email: string
  label: string
  variant?: ButtonVariant
}

/** Sends the member's own link to their mailbox; what came of it is said under the button. */
export function SendLinkButton({ email, label, variant = 'quiet' }: SendLinkButtonProps) {
  const { state, send } = useSendLink()
  const sending = state === 'sending'
  return (
    <div>
      <Button variant={variant} busy={sending} aria-disabled={sending || undefined} onClick={() => sending || send(email)}>
        {sending ? m.waitlist_form_sending() : label}
      </Button>
      <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden">
        {resultText(state, email)}
      </p>
    </div>
  )
}

function resultText(state: SendLinkState, email: string) {
  if (state === 'sent') return m.waitlist_status_sent_own({ email })
  if (state === 'later') return m.waitlist_status_sent_later()
  return state === 'failed' ? m.waitlist_status_send_failed() : null
}
