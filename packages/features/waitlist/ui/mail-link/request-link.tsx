import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { NoticePage } from '../status/notice-page.tsx'
import { SendLinkForm } from './send-link-form.tsx'

export function RequestLink({ reason }: { reason: 'no_ticket' | 'invalid_ticket' }) {
  const isMissing = reason === 'no_ticket'
  return (
    <NoticePage
      title={isMissing ? m.waitlist_status_missing_title() : m.waitlist_status_expired_title()}
      text={isMissing ? m.waitlist_status_missing_text() : m.waitlist_status_expired_text()}
    >
      <SendLinkForm />
      <p className="mt-4 text-on-deep-muted">
        {m.waitlist_status_not_joined()}{' '}
        <Link to="/" hash="email-collection" className="text-link font-semibold text-on-deep">
          {m.waitlist_status_join()}
        </Link>
      </p>
    </NoticePage>
  )
}
