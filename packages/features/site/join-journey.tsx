import { ToastProvider, useToast } from '@duo/platform/browser/ui/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useRouter } from '@tanstack/react-router'
import { type RefObject, useEffect } from 'react'
import type { JoinOutcome } from '../waitlist/join-form.tsx'
import { referralLink } from '../waitlist/rules.ts'
import { SurveyJourney } from './survey-journey.tsx'

export interface JoinJourneyProps {
  /** What came of the join; null before there is one, so that the place for announcements is there in time. */
  outcome: JoinOutcome | null
  /** Whether the surveys are open. */
  open: boolean
  /** The qualification is saved: the form can be empty again. */
  onQualified: () => void
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** What follows a join: the surveys for a new member, a toast for somebody who is already there. Fetched when somebody begins to write. */
export function JoinJourney(props: JoinJourneyProps) {
  return (
    <ToastProvider closeLabel={m.survey_toast_close()}>
      <Journey {...props} />
    </ToastProvider>
  )
}

function Journey({ outcome, open, ...survey }: JoinJourneyProps) {
  const { origin } = useRouter().options.context
  const toast = useToast()
  useEffect(() => {
    if (!outcome?.answer.userExists) return
    toast({ title: m.waitlist_exists_title(), text: outcome.answer.message || m.waitlist_exists_message() })
  }, [outcome, toast])
  if (!open || !outcome || outcome.answer.userExists) return null
  const { email, answer } = outcome
  const { position, invitesLeft, invites_count: confirmedFriends, referral_code } = answer.data
  const standing = { position, invitesLeft, confirmedFriends, link: referralLink(origin, referral_code) }
  return <SurveyJourney member={{ ticket: answer.ticket, email }} standing={standing} start="qualification" {...survey} />
}
