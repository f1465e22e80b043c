import { Button, type ButtonVariant } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type MutationState, useMutation } from '#shell/ui/api/use-mutation.ts'

/** Neither `queued` nor success reveals whether the e-mail is on the list. */
export type SendLinkState = MutationState<'queued'>

export function useSendLink(onSent?: () => void) {
  return useMutation<string, 'queued'>({
    call: async ({ waitlist }, email) => {
      const { mailed } = await waitlist.sendStatusLink.mutate({ email })
      if (mailed) onSent?.()
      return mailed ? null : 'queued'
    },
  })
}

interface SendLinkButtonProps {
  email: string
  label: string
  variant?: ButtonVariant
  /** The mail server has refused the address: a mail may be tried again, but not promised. */
  isRefused?: boolean
  onSent?: () => void
}

export function SendLinkButton({ email, label, variant = 'quiet', isRefused = false, onSent }: SendLinkButtonProps) {
  const { state, pending, button } = useSendLink(onSent)
  return (
    <div>
      <Button variant={variant} {...button(email)}>
        {pending ? m.waitlist_form_sending() : label}
      </Button>
      <p role="status" className="mt-2 text-sm font-semibold wrap-anywhere empty:hidden">
        {isRefused && state === 'done' ? m.waitlist_refused_again({ email }) : resultText(state, email)}
      </p>
    </div>
  )
}

function resultText(state: SendLinkState, email: string) {
  if (state === 'done') return m.waitlist_status_sent_own({ email })
  if (state === 'queued') return m.waitlist_status_sent_later()
  return state === 'failed' ? m.waitlist_status_send_failed() : null
}
