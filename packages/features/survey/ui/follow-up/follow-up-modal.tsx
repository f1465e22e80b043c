import { m } from '@duo/platform/i18n/messages.ts'
import { findLastIndex } from '@duo/platform/shared/lists/find-last.ts'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { FollowUpDraft } from '../../rules.ts'
import { SurveyDialog } from '../parts/survey-dialog.tsx'
import type { SaveOutcome } from '../parts/use-save-survey.tsx'
import { FollowUpThanks, FollowUpWelcome, PositionMark } from './follow-up-end.tsx'
import { FollowUpQuestion, followUpSteps } from './follow-up-question.tsx'

export interface FollowUpModalProps {
  existing: boolean
  initial?: FollowUpDraft | undefined
  onDraft?: (draft: FollowUpDraft) => void
  save: (answers: FollowUpDraft) => Promise<SaveOutcome>
  onClose: () => void
  /** Shown with `needs_mail`: sends the link that opens the stored answers. */
  mailLink?: ReactNode
  invites: ReactNode
  position?: number | undefined
  /** Whether the address is confirmed; if not, it is the step that is left. */
  confirmed?: boolean
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** Follows the qualification (spec, sections 2 and 5). Load it lazily. */
export function FollowUpModal(modal: FollowUpModalProps) {
  return modal.existing ? <Welcome {...modal} /> : <Questions {...modal} />
}

function Welcome({ position, invites, onClose, returnFocusTo }: FollowUpModalProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <SurveyDialog
      title={m.survey_welcome_title()}
      description={m.survey_welcome_description()}
      mark={position !== undefined && <PositionMark position={position} />}
      heading={heading}
      screen="welcome"
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <FollowUpWelcome heading={heading} position={position} invites={invites} onClose={onClose} />
    </SurveyDialog>
  )
}

const nothing: FollowUpDraft = { userTypes: [], niches: [], agentTypes: [], description: '' }

function Questions({
  initial = nothing,
  position,
  confirmed = true,
  onDraft,
  save,
  onClose,
  invites,
  mailLink,
  returnFocusTo,
}: FollowUpModalProps) {
  const [draft, setDraft] = useState(initial)
  const [step, setStep] = useState(() => firstOpenStep(initial))
  const [isSent, setIsSent] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const change = (part: Partial<FollowUpDraft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    onDraft?.(changed)
  }
  return (
    <SurveyDialog
      title={isSent ? m.survey_sent_title() : m.survey_follow_up_title()}
      description={isSent ? m.survey_sent_description() : m.survey_follow_up_description()}
      lead={isSent ? '' : m.survey_follow_up_lead()}
      {...(isSent ? {} : { progress: { step, steps: followUpSteps } })}
      mark={isSent && position !== undefined && <PositionMark position={position} />}
      heading={heading}
      screen={isSent ? 'thanks' : step}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {isSent ? (
        <FollowUpThanks heading={heading} position={position} confirmed={confirmed} invites={invites} onClose={onClose} />
      ) : (
        <FollowUpQuestion
          draft={draft}
          change={change}
          step={step}
          go={setStep}
          heading={heading}
          save={save}
          mailLink={mailLink}
          onSent={() => setIsSent(true)}
        />
      )}
    </SurveyDialog>
  )
}

/** Answers may be empty, so what was left out before the last answer does not count. */
function firstOpenStep({ userTypes, niches, agentTypes, description }: FollowUpDraft): number {
  const lastIndex = findLastIndex<{ length: number }>([userTypes, niches, agentTypes, description], (answer) => answer.length > 0)
  return Math.min(lastIndex + 2, followUpSteps)
}
