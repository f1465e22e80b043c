import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { type RefObject, useEffect } from 'react'
import { loadMember } from '../../session/ui/member-storage.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { referralLink } from '../../waitlist/rules.ts'
import type { JoinOutcome } from '../../waitlist/ui/join/join-form.tsx'
import { ReturningMemberFlow } from './returning-member-flow.tsx'
import { SurveyFlow } from './survey-flow.tsx'

export interface JoinFlowProps {
  /**
   * What came of the join, and whether the form has said so itself; null before there is one, so that the place for announcements is
   * there in time.
   */
  outcome: (JoinOutcome & { isAnnounced: boolean }) | null
  /** Whether the surveys are open. */
  open: boolean
  /** The qualification is saved: the form can be empty again. */
  onQualified: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * What follows a join: the surveys for a new member; a toast for somebody who is already there, and what is theirs where this browser
 * knows them. Fetched when somebody begins to write.
 */
export function JoinFlow(props: JoinFlowProps) {
  return (
    // out of the way of a dialog's buttons
    <ToastProvider closeLabel={m.survey_toast_close()} place={findSavedTicket(props.outcome) === null ? 'page' : 'away'}>
      <NewMemberFlow {...props} />
    </ToastProvider>
  )
}

function NewMemberFlow({ outcome, open, ...survey }: JoinFlowProps) {
  const { origin } = usePageContext()
  const toast = useToast()
  useEffect(() => {
    if (!outcome?.answer.userExists || outcome.isAnnounced) return
    toast({ title: m.waitlist_exists_title(), text: outcome.answer.message || m.waitlist_exists_message() })
  }, [outcome, toast])
  if (!open || !outcome) return null
  const { email, answer } = outcome
  if (answer.userExists) {
    const ticket = findSavedTicket(outcome)
    return ticket !== null && <ReturningMemberFlow ticket={ticket} {...survey} />
  }
  const { position, invitesLeft, invites_count: confirmedFriends, referral_code } = answer.data
  const standing = { position, invitesLeft, confirmedFriends, link: referralLink(origin, referral_code) }
  return <SurveyFlow member={{ ticket: answer.ticket, email }} standing={standing} start="qualification" {...survey} />
}

/** The ticket of somebody who is there already, when it is they whom this browser remembers. Another's address opens nothing. */
function findSavedTicket(outcome: JoinOutcome | null): string | null {
  const savedMember = outcome?.answer.userExists ? loadMember() : null
  if (!outcome || !savedMember?.email) return null
  return normalizeEmail(savedMember.email) === normalizeEmail(outcome.email) ? savedMember.ticket : null
}
