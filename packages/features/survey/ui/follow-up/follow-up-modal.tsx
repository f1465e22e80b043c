import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { FollowUpDraft } from '../../rules.ts'
import type { FollowUpInput } from '../../schema.ts'
import { SurveyDialog } from '../parts/survey-dialog.tsx'
import type { SaveOutcome } from '../parts/use-save-survey.tsx'
import { FollowUpThanks, FollowUpWelcome, PositionMark } from './follow-up-end.tsx'
import { FollowUpQuestion, followUpSteps } from './follow-up-question.tsx'

export type FollowUpAnswers = Omit<FollowUpInput, 'email' | 'ticket'>

export interface FollowUpModalProps {
  open: boolean
  /** Whether the person's data are already there: then a welcome, and nothing is asked. */
  existing: boolean
  /** Where somebody left off; read when the modal opens. It goes on at the last question with an answer. */
  initial?: FollowUpDraft | undefined
  /** Called with every change. Keep it, and give it as `initial` the next time. */
  onDraft?: (draft: FollowUpDraft) => void
  save: (answers: FollowUpAnswers) => Promise<SaveOutcome>
  onClose: () => void
  /** Offered when there are answers already that only a link out of the mailbox opens: sends that link. */
  mailLink?: ReactNode
  /** The invite section, in the welcome and under the thank-you. */
  invites: ReactNode
  /** The member's place, from 1, for the welcome. */
  position?: number | undefined
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** What follows the qualification (spec, sections 2 and 5): a welcome with place and invites, or four questions. Load it lazily. */
export function FollowUpModal({ open, ...modal }: FollowUpModalProps) {
  if (!open) return null
  return modal.existing ? <Welcome {...modal} /> : <Questions {...modal} />
}

type OpenProps = Omit<FollowUpModalProps, 'open'>

function Welcome({ position, invites, onClose, returnFocusTo }: OpenProps) {
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

function Questions({ initial = nothing, onDraft, save, onClose, invites, mailLink, returnFocusTo }: OpenProps) {
  const [draft, setDraft] = useState(initial)
  const [step, setStep] = useState(() => lastAnsweredStep(initial))
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
      {...(isSent ? {} : { progress: { step, steps: followUpSteps } })}
      heading={heading}
      screen={isSent ? 'thanks' : step}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      {isSent ? (
        <FollowUpThanks heading={heading} invites={invites} onClose={onClose} />
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

/** The step of the last question with an answer, else the first: people see where they were. */
function lastAnsweredStep({ userTypes, niches, agentTypes, description }: FollowUpDraft): number {
  const lastIndex = [userTypes, niches, agentTypes, description].findLastIndex((answer) => answer.length > 0)
  return Math.max(lastIndex, 0) + 1
}
