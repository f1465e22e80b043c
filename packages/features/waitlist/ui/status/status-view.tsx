import { localDate } from '@duo/platform/browser/local-date.tsx'
import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useSession } from '#session/ui/session-provider.tsx'
import { useAskForAWhile } from '#shell/ui/api/use-ask-for-a-while.ts'
import type { WaitlistStatus } from '../../schema.ts'
import type { EntryPart } from '../entry-settings/download-entry.tsx'
import { EntryActions } from '../entry-settings/entry-actions.tsx'
import { BetaParts } from '../invite/beta-parts.tsx'
import { FriendList } from '../invite/friend-list.tsx'
import { InvitePanel } from '../invite/invite-panel.tsx'
import { SendLinkButton } from '../mail-link/use-send-link.tsx'
import { HistoryList } from './history-list.tsx'
import { StatusPosition } from './status-position.tsx'
import { StatusSection } from './status-section.tsx'

export interface StatusViewProps {
  ticket: string
  status: WaitlistStatus
  justConfirmed?: boolean
  surveys?: ReactElement
  parts?: Record<string, EntryPart>
  onChanged: () => Promise<void>
  /** Asks the server what became of a mail. */
  onMailOutcome: () => Promise<void>
  onErased: () => void
  onExpired: () => void
  onForget?: (() => void) | undefined
  onSignedOut: () => void
}

export function StatusView({
  ticket,
  status,
  justConfirmed = false,
  surveys,
  parts,
  onChanged,
  onMailOutcome,
  onErased,
  onExpired,
  onForget,
  onSignedOut,
}: StatusViewProps) {
  return (
    <>
      <StatusPosition status={status} justConfirmed={justConfirmed} />
      <div className="page-column pb-8">
        {status.invitedAt && <BetaInvitation email={status.email} at={status.invitedAt} />}
        {!status.confirmed && <ConfirmReminder {...status} onMailOutcome={onMailOutcome} />}
        <section aria-label={m.waitlist_invite_label()} className="py-16 lg:py-24">
          <InvitePanel
            link={status.referral_link}
            position={status.position}
            invitesLeft={status.invitesLeft}
            confirmedFriends={status.invites_count}
          />
        </section>
        {surveys}
        <StatusSection id="friends" title={m.waitlist_status_friends()}>
          <FriendList friends={status.friends} />
        </StatusSection>
        <StatusSection id="history" title={m.waitlist_status_history()}>
          <HistoryList history={status.history} />
        </StatusSection>
        <StatusSection id="entry" title={m.waitlist_status_entry()}>
          <EntryActions
            ticket={ticket}
            email={status.email}
            mails={status.mails}
            parts={parts}
            onChanged={onChanged}
            onErased={onErased}
            onExpired={onExpired}
            onForget={onForget}
            onSignedOut={onSignedOut}
          />
        </StatusSection>
      </div>
    </>
  )
}

type ConfirmReminderProps = Pick<WaitlistStatus, 'email' | 'mailRefused'> & Pick<StatusViewProps, 'onMailOutcome'>

/** Also says when no mail can arrive: the address must be another one. */
function ConfirmReminder({ email, mailRefused, onMailOutcome }: ConfirmReminderProps) {
  const [mailsSent, setMailsSent] = useState(0)
  useAskForAWhile(mailsSent, onMailOutcome)
  const button = (
    <SendLinkButton
      email={email}
      label={m.waitlist_confirm_reminder_send()}
      variant={mailRefused ? 'quiet' : 'primary'}
      isRefused={mailRefused}
      onSent={() => setMailsSent(mailsSent + 1)}
    />
  )
  return (
    <div className="-mb-px border-b border-line *:border-0">
      <StatusSection id="confirm" title={mailRefused ? m.waitlist_refused_title() : m.waitlist_confirm_reminder()}>
        <p role="status" className="mb-4 max-w-[52ch] wrap-anywhere">
          {mailRefused ? m.waitlist_refused_text({ email }) : m.waitlist_confirm_reminder_text({ email })}
        </p>
        {mailRefused && (
          <p className="mb-4">
            <Link to="/" hash="email-collection" className={buttonClasses('primary')}>
              {m.waitlist_refused_other()}
            </Link>
          </p>
        )}
        {button}
      </StatusSection>
    </div>
  )
}

function BetaInvitation({ email, at }: { email: string; at: string }) {
  const { viewer } = useSession()
  return (
    <div className="-mb-px border-b border-line *:border-0">
      <StatusSection id="invited" title={m.waitlist_status_invited()}>
        <p className="mb-6 max-w-[52ch] text-lg">{m.waitlist_status_invited_text({ date: localDate(at) })}</p>
        <BetaParts />
        {!viewer && <p className="mt-8 max-w-[52ch] wrap-anywhere">{m.waitlist_status_invited_first({ email })}</p>}
        <Link to={viewer ? '/marketplace' : '/auth'} className={`${buttonClasses('primary', 'lg')} mt-4`}>
          {viewer ? m.waitlist_status_invited_go() : m.waitlist_status_invited_create()}
        </Link>
      </StatusSection>
    </div>
  )
}
