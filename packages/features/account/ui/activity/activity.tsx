import { useLocalDateTime } from '@duo/platform/browser/local-date.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import type { EventKind } from '#auth/schema.ts'
import { deviceName } from '#auth/ui/device-name.ts'
import { SettingsSection } from '#auth/ui/settings-section.tsx'
import type { Activity } from '../../schema.ts'

const initialCount = 6

const texts: Record<EventKind, () => string> = {
  signed_in: m.account_event_signed_in,
  sign_in_refused: m.account_event_sign_in_refused,
  session_ended: m.account_event_session_ended,
  signed_out_everywhere: m.account_event_signed_out_everywhere,
  recovery_sent: m.account_event_recovery_sent,
  password_reset: m.account_event_password_reset,
  password_changed: m.account_event_password_changed,
  password_refused: m.account_event_password_refused,
  email_change_asked: m.account_event_email_change_asked,
  email_change_cancelled: m.account_event_email_change_cancelled,
  email_changed: m.account_event_email_changed,
  email_restored: m.account_event_email_restored,
  provider_linked: m.account_event_provider_linked,
  provider_unlinked: m.account_event_provider_unlinked,
  downloaded: m.account_event_downloaded,
  disputed: m.account_event_disputed,
  operator_signed_out: m.account_event_operator_signed_out,
  operator_role_given: m.account_event_operator_role_given,
  operator_role_taken: m.account_event_operator_role_taken,
  passkey_added: m.account_event_passkey_added,
  passkey_removed: m.account_event_passkey_removed,
  codes_added: m.account_event_codes_added,
  codes_removed: m.account_event_codes_removed,
  recovery_codes_made: m.account_event_recovery_codes_made,
  recovery_code_used: m.account_event_recovery_code_used,
  second_factor_refused: m.account_event_second_factor_refused,
  factor_recovery_asked: m.account_event_factor_recovery_asked,
  factor_recovery_cancelled: m.account_event_factor_recovery_cancelled,
  factors_removed: m.account_event_factors_removed,
  api_key_created: m.account_event_api_key_created,
  api_key_new_network: m.account_event_api_key_new_network,
  api_key_revoked: m.account_event_api_key_revoked,
  erased: m.account_erased_title,
}

export function AccountActivity({ events }: { events: readonly Activity[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const formatMoment = useLocalDateTime()
  const visibleEvents = showsAll ? events : events.slice(0, initialCount)
  return (
    <SettingsSection id="activity" title={m.account_activity()} text={m.account_activity_text()}>
      {events.length === 0 && <p className="text-muted">{m.account_activity_none()}</p>}
      <ul className="max-w-xl">
        {visibleEvents.map(({ id, kind, userAgent, times, at }) => (
          <li key={id} className="border-t border-line py-4 first:border-0 first:pt-0">
            <span className="block font-semibold">
              <span>{texts[kind]()}</span>
              {times > 1 && <span className="font-normal"> {m.account_activity_times({ count: times })}</span>}
            </span>
            <span className="text-sm text-muted">
              {userAgent !== null && <span>{deviceName(userAgent)}, </span>}
              <time dateTime={at}>{formatMoment(at)}</time>
            </span>
          </li>
        ))}
      </ul>
      {!showsAll && events.length > initialCount && (
        <Button variant="quiet" className="mt-4" onClick={() => setShowsAll(true)}>
          {m.account_activity_more({ count: events.length - initialCount })}
        </Button>
      )}
    </SettingsSection>
  )
}
