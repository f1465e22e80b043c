import { localDate } from '@duo/platform/browser/local-date.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { SettingsSection } from '../../../auth/ui/settings-section.tsx'
import type { OwnStatus } from '../../../waitlist/schema.ts'
import { BetaParts } from '../../../waitlist/ui/invite/beta-parts.tsx'
import { BetaStart } from '../../../waitlist/ui/invite/beta-start.tsx'

/** The member's place on the waitlist, or what the beta has once they are invited. */
export function AccountPlace({ status: { position, invitedAt } }: { status: OwnStatus }) {
  return (
    <SettingsSection id="place" title={placeTitle(invitedAt)}>
      {invitedAt === null ? (
        <p className="font-voice text-2xl">{m.waitlist_joined_position({ position: formatOrdinal(position, getLocale()) })}</p>
      ) : (
        <div className="grid max-w-3xl gap-6">
          <p>{m.waitlist_status_invited_text({ date: localDate(invitedAt) })}</p>
          <BetaParts />
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {invitedAt !== null && <BetaStart />}
        <Link to="/waitlist" className={buttonClasses('quiet')}>
          {invitedAt === null ? m.waitlist_form_your_page() : m.waitlist_leave_invitation()}
        </Link>
      </div>
    </SettingsSection>
  )
}

export const placeTitle = (invitedAt: string | null) => (invitedAt === null ? m.shell_nav_place() : m.legal_beta_title())
