import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { useSession } from '#session/ui/session-provider.tsx'
import { invitationHash } from '#shell/invited-sign-up.ts'
import { StatusSection } from '../status/status-section.tsx'
import { BetaParts } from './beta-parts.tsx'
import { BetaStart } from './beta-start.tsx'

/** What an invited person does first, and what is open. */
export function BetaInvitation({ email }: { email: string }) {
  const { viewer } = useSession()
  return (
    <div className="-mb-px border-b border-line *:border-0">
      <StatusSection id="invited" title={m.waitlist_status_invited_begin()}>
        {!viewer && <p className="mb-4 max-w-[52ch] text-lg wrap-anywhere">{m.waitlist_status_invited_first({ email })}</p>}
        {viewer ? (
          <div className="flex flex-wrap gap-3">
            <BetaStart />
          </div>
        ) : (
          <Link to="/auth" search={{ mode: 'sign-up' }} hash={invitationHash(email)} className={buttonClasses('primary', 'lg')}>
            {m.waitlist_status_invited_create()}
          </Link>
        )}
        <div className="mt-8">
          <BetaParts />
        </div>
      </StatusSection>
    </div>
  )
}
