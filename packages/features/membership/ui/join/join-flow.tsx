import { ToastProvider, useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { normalizeEmail } from '@duo/platform/shared/email.ts'
import { type RefObject, useEffect } from 'react'
import { loadMember } from '#session/ui/member-storage.ts'
import { usePageContext } from '#shell/ui/pages/page-context.ts'
import { referralLink } from '#waitlist/rules.ts'
import type { JoinOutcome } from '#waitlist/ui/join/join-states.ts'
import { SurveyFlow } from '../survey-flow.tsx'
import { ReturningMemberFlow } from './returning-member-flow.tsx'

export interface JoinFlowProps {
  /** Null before a join: the live region must exist earlier. `isAnnounced` if the form has announced the outcome, `isResumed` if the questions were open before. */
  outcome: (JoinOutcome & { isAnnounced: boolean; isResumed?: boolean }) | null
  open: boolean
  onQualified: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Shows the surveys to a new member, and a toast to an existing one. Load it lazily. */
export function JoinFlow(props: JoinFlowProps) {
  return (
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
  if (outcome.isResumed) return <ReturningMemberFlow ticket={answer.ticket} {...survey} />
  const { position, invitesLeft, invites_count: confirmedFriends, referral_code } = answer.data
  const link = referralLink(origin, referral_code)
  const standing = { position, invitesLeft, confirmedFriends, link, confirmed: false }
  return <SurveyFlow member={{ ticket: answer.ticket, email }} standing={standing} start="qualification" {...survey} />
}

/** Returns the ticket if this browser remembers the same member; another member's e-mail opens nothing. */
function findSavedTicket(outcome: JoinOutcome | null): string | null {
  const savedMember = outcome?.answer.userExists ? loadMember() : null
  if (!outcome || !savedMember?.email) return null
  return normalizeEmail(savedMember.email) === normalizeEmail(outcome.email) ? savedMember.ticket : null
}
