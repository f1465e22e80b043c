import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { MailCodeForm } from '#shell/ui/mail-code/mail-code-form.tsx'
import { NoticePage } from '../status/notice-page.tsx'
import { SendLinkForm } from './send-link-form.tsx'

interface RequestLinkProps {
  /** `cut_link`: the page is only reached by a link, which arrived without its ticket. */
  reason: 'no_ticket' | 'invalid_ticket' | 'cut_link'
  onTicket: (ticket: string) => void
}

/** Takes the code of a mail whose link was cut, or mails a new link. */
export function RequestLink({ reason, onTicket }: RequestLinkProps) {
  const { title, text } = requestTexts[reason]
  const isCut = reason === 'cut_link'
  const code = <MailCodeForm onToken={onTicket} variant="bright" />
  return (
    <NoticePage title={title()} text={text()}>
      {isCut ? code : <SendLinkForm />}
      <div className="mt-8 border-t border-line pt-6">
        <p className="mb-4 font-semibold">{isCut ? m.shell_code_other() : m.shell_code_stale()}</p>
        {isCut ? <SendLinkForm /> : code}
      </div>
      <p className="mt-4 text-on-deep-muted">
        {m.waitlist_status_not_joined()}{' '}
        <Link to="/" hash="email-collection" className="text-link font-semibold text-on-deep">
          {m.waitlist_status_join()}
        </Link>
      </p>
    </NoticePage>
  )
}

export const requestTexts = {
  no_ticket: { title: m.waitlist_status_missing_title, text: m.waitlist_status_missing_text },
  invalid_ticket: { title: m.waitlist_status_expired_title, text: m.waitlist_status_expired_text },
  cut_link: { title: m.shell_code_title, text: m.shell_code_text },
}
