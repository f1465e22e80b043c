import { m } from '@duo/platform/i18n/messages.ts'
import { SendLinkButton } from '../mail-link/use-send-link.tsx'

export type EntryError = 'needs_mail' | 'failed'

/** `needs_mail`: offers to send the mailed link that this requires. */
export function EntryErrorMessage({ error, email }: { error: EntryError; email: string }) {
  return (
    <div className="mt-4 max-w-[52ch]">
      <p role="alert" className="mb-3 font-semibold text-danger">
        {error === 'needs_mail' ? m.waitlist_status_needs_mail() : m.waitlist_status_action_failed()}
      </p>
      {error === 'needs_mail' && <SendLinkButton email={email} label={m.waitlist_status_send()} />}
    </div>
  )
}
