import { buttonClasses } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useAskForAWhile } from '#shell/ui/api/use-ask-for-a-while.ts'
import type { WaitlistStatus } from '../../schema.ts'
import type { EntryPart } from '../entry-settings/download-entry.tsx'
import { EntryActions } from '../entry-settings/entry-actions.tsx'
import { BetaInvitation } from '../invite/beta-invitation.tsx'
import { FriendList } from '../invite/friend-list.tsx'
import { InvitePanel, standingOf } from '../invite/invite-panel.tsx'
import { OpenToAll } from '../invite/open-to-all.tsx'
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
        {status.invitedAt && <BetaInvitation email={status.email} />}
        {!status.confirmed && <ConfirmReminder {...status} onMailOutcome={onMailOutcome} />}
        <section aria-label={m.waitlist_invite_label()} className="py-16 lg:py-24">
          <InvitePanel {...standingOf(status)} />
        </section>
        {surveys}
        {status.confirmed && !status.invitedAt && <OpenToAll />}
        <StatusSection id="friends" title={m.waitlist_status_friends()}>
          <FriendList friends={status.friends} />
        </StatusSection>
        <StatusSection id="history" title={m.waitlist_status_history()}>
          <HistoryList history={status.history} invitedAt={status.invitedAt} />
        </StatusSection>
        <StatusSection id="entry" title={m.waitlist_status_entry()}>
          <EntryActions
            ticket={ticket}
            email={status.email}
            mails={status.mails}
            isInvited={status.invitedAt !== null}
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
