import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactElement } from 'react'
import type { MembershipStatus } from '../../schema.ts'
import { ForgetDeviceButton } from '../entry-settings/forget-device-button.tsx'
import { InvitePanel } from '../invite/invite-panel.tsx'
import { SendLinkButton } from '../mail-link/use-send-link.tsx'
import { StatusPosition } from './status-position.tsx'
import { StatusSection } from './status-section.tsx'

interface UnverifiedStatusProps {
  status: MembershipStatus
  surveys?: ReactElement
  onForget?: (() => void) | undefined
}

/** For the browser that entered the e-mail, which may belong to another person. */
export function UnverifiedStatus({ status, surveys, onForget }: UnverifiedStatusProps) {
  const { email } = status
  return (
    <>
      <StatusPosition status={status} />
      <div className="page-column pb-8">
        <div className="-mb-px border-b border-line *:border-0">
          <StatusSection id="mailbox" title={m.waitlist_status_mailbox()}>
            <p className="mb-4 max-w-[52ch] wrap-anywhere">{m.waitlist_status_mailbox_text({ email })}</p>
            <SendLinkButton email={email} label={m.waitlist_status_send()} variant="primary" />
          </StatusSection>
        </div>
        <section aria-label={m.waitlist_invite_label()} className="py-16 lg:py-24">
          <InvitePanel
            link={status.referral_link}
            position={status.position}
            invitesLeft={status.invitesLeft}
            confirmedFriends={status.invites_count}
          />
        </section>
        {surveys}
        {onForget && (
          <StatusSection id="device" title={m.waitlist_status_device()}>
            <p className="mb-4 max-w-[52ch]">{m.waitlist_status_device_text()}</p>
            <ForgetDeviceButton onForget={onForget} />
          </StatusSection>
        )}
      </div>
    </>
  )
}
