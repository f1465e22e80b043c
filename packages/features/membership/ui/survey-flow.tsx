import { m } from '@duo/platform/i18n/messages.ts'
import { TRPCClientError } from '@trpc/client'
import { type RefObject, useState } from 'react'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { SaveAnswer } from '../../survey/schema.ts'
import { FollowUpModal } from '../../survey/ui/follow-up/follow-up-modal.tsx'
import type { SaveOutcome } from '../../survey/ui/parts/use-save-survey.tsx'
import { QualificationOverlay } from '../../survey/ui/qualification/qualification-overlay.tsx'
import { InvitePanel } from '../../waitlist/ui/invite/invite-panel.tsx'
import { SendLinkButton } from '../../waitlist/ui/mail-link/use-send-link.tsx'
import { type Drafts, useSurveyDrafts } from './use-survey-drafts.ts'

export interface SurveyJourneyProps {
  member: { ticket: string; email: string }
  /** The member's place and invitations, for the end of the journey. */
  standing: { position: number; invitesLeft: number; confirmedFriends: number; link: string }
  start: 'qualification' | 'follow_up'
  /** Whether the follow-up has been answered before: then it only welcomes. */
  followedUp?: boolean
  /** What the server keeps of answers begun earlier. */
  stored?: Drafts
  onQualified?: () => void
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** The two surveys, one after the other: qualification, then follow-up (spec, section 4). Load it lazily. */
export function SurveyJourney({
  member,
  standing,
  start,
  followedUp = false,
  stored,
  onQualified,
  onClose,
  ...focus
}: SurveyJourneyProps) {
  const { api } = usePageContext()
  const [at, setAt] = useState(start)
  const drafts = useSurveyDrafts(member, stored)
  const shared = { mailLink: <SendLinkButton email={member.email} label={m.waitlist_status_send()} />, onClose, ...focus }
  if (at === 'qualification')
    return (
      <QualificationOverlay
        open
        initial={drafts.initial.qualification}
        onDraft={drafts.keepQualification}
        save={(answers) => outcomeOf(async () => (await api()).survey.qualify.mutate({ ...member, ...answers }))}
        onDone={() => {
          drafts.drop('qualification')
          onQualified?.()
          setAt('follow_up')
        }}
        {...shared}
      />
    )
  return (
    <FollowUpModal
      open
      existing={followedUp}
      position={standing.position}
      initial={drafts.initial.follow_up}
      onDraft={drafts.keepFollowUp}
      save={async (answers) => {
        const outcome = await outcomeOf(async () => (await api()).survey.followUp.mutate({ ...member, ...answers }))
        if (outcome === 'saved') drafts.drop('follow_up')
        return outcome
      }}
      invites={<InvitePanel compact {...standing} />}
      {...shared}
    />
  )
}

/** What became of saving: another refusal or a failure of the server is `failed`, anything else that went wrong `unexpected` (spec, section 8). */
async function outcomeOf(save: () => Promise<SaveAnswer>): Promise<SaveOutcome> {
  try {
    const { error } = await save()
    if (error === null) return 'saved'
    return error === 'needs_mail' ? error : 'failed'
  } catch (error) {
    console.error(error)
    return error instanceof TRPCClientError && (error.data as unknown) ? 'failed' : 'unexpected'
  }
}
