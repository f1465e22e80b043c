import { useCloseOnBack } from '@duo/platform/browser/window/use-close-on-back.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { isTRPCClientError } from '@trpc/client'
import { type RefObject, useState } from 'react'
import type { AppRouter } from '../../server.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import type { SaveResult } from '../../survey/schema.ts'
import { FollowUpModal } from '../../survey/ui/follow-up/follow-up-modal.tsx'
import type { SaveOutcome } from '../../survey/ui/parts/use-save-survey.tsx'
import { QualificationOverlay } from '../../survey/ui/qualification/qualification-overlay.tsx'
import { InvitePanel, type InvitePanelProps } from '../../waitlist/ui/invite/invite-panel.tsx'
import { SendLinkButton } from '../../waitlist/ui/mail-link/use-send-link.tsx'
import { type Drafts, useSurveyDrafts } from './use-survey-drafts.ts'

export interface SurveyFlowProps {
  member: { ticket: string; email: string }
  standing: Omit<InvitePanelProps, 'compact'> & { confirmed: boolean }
  start: 'qualification' | 'follow_up'
  /** If already answered, the follow-up only shows the welcome. */
  followedUp?: boolean
  serverDrafts?: Drafts
  onQualified?: () => void
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** Shows the qualification, then the follow-up (spec, section 4). Load it lazily. */
export function SurveyFlow({
  member,
  standing,
  start,
  followedUp = false,
  serverDrafts,
  onQualified,
  onClose,
  ...focus
}: SurveyFlowProps) {
  const { api } = usePageContext()
  const [step, setStep] = useState(start)
  useCloseOnBack(onClose)
  const drafts = useSurveyDrafts(member, serverDrafts)
  // a place is no news to who is invited
  const position = standing.isInvited ? undefined : standing.position
  const shared = { mailLink: <SendLinkButton email={member.email} label={m.waitlist_status_send()} />, onClose, ...focus }
  if (step === 'qualification')
    return (
      <QualificationOverlay
        position={position}
        initial={drafts.initial.qualification}
        onDraft={drafts.saveQualification}
        save={(answers) => toSaveOutcome(async () => (await api()).survey.qualify.mutate({ ...member, ...answers }))}
        onDone={() => {
          drafts.clear('qualification')
          onQualified?.()
          setStep('follow_up')
        }}
        {...shared}
      />
    )
  return (
    <FollowUpModal
      existing={followedUp}
      position={position}
      confirmed={standing.confirmed}
      initial={drafts.initial.follow_up}
      onDraft={drafts.saveFollowUp}
      save={async (answers) => {
        const outcome = await toSaveOutcome(async () => (await api()).survey.followUp.mutate({ ...member, ...answers }))
        if (outcome === 'saved') drafts.clear('follow_up')
        return outcome
      }}
      invites={<InvitePanel compact {...standing} />}
      {...shared}
    />
  )
}

/** Other refusals and server errors are `failed`, anything else is `unexpected` (spec, section 8). */
async function toSaveOutcome(save: () => Promise<SaveResult>): Promise<SaveOutcome> {
  try {
    const { error } = await save()
    if (error === null) return 'saved'
    return error === 'needs_mail' ? error : 'failed'
  } catch (error) {
    console.error(error)
    return isTRPCClientError<AppRouter>(error) && error.data ? 'failed' : 'unexpected'
  }
}
