import { TextArea } from '@duo/platform/browser/ui/forms/text-area.tsx'
import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useId, useRef } from 'react'
import { agentTypeNames, nicheNames, userTypeNames } from '../../option-names.ts'
import { agentTypes, type FollowUpDraft, maxTextLength, niches, userTypes } from '../../rules.ts'
import { CheckboxGroup } from '../parts/choice-group.tsx'
import { SurveyStep } from '../parts/survey-step.tsx'
import { SaveAlert, type SaveOutcome, useSaveSurvey } from '../parts/use-save-survey.tsx'

interface FollowUpQuestionProps {
  draft: FollowUpDraft
  change: (part: Partial<FollowUpDraft>) => void
  step: number
  go: (step: number) => void
  heading: RefObject<HTMLHeadingElement | null>
  save: (answers: FollowUpDraft) => Promise<SaveOutcome>
  onSent: () => void
  mailLink?: ReactNode
}

const questions = [
  m.survey_user_types_question,
  m.survey_niches_question,
  m.survey_agent_types_question,
  m.survey_description_question,
]
export const followUpSteps = questions.length

export function FollowUpQuestion({ draft, change, step, go, heading, save, onSent, mailLink }: FollowUpQuestionProps) {
  const { busy, failure, run } = useSaveSurvey(onSent)
  const questionId = useId()
  const text = useRef<HTMLTextAreaElement>(null)
  const isLast = step === followUpSteps
  const next = () => {
    if (!isLast) go(step + 1)
    else if (lengthOf(draft.description) > maxTextLength) text.current?.focus()
    else run(() => save(draft))
  }
  const sendLabel = busy ? m.survey_sending() : m.survey_send()
  return (
    <SurveyStep
      step={step}
      steps={followUpSteps}
      question={questions[step - 1]?.() ?? ''}
      questionId={questionId}
      heading={heading}
      alert={<SaveAlert failure={failure} mailLink={mailLink} />}
      next={isLast ? sendLabel : m.survey_next()}
      blocked={isLast && lengthOf(draft.description) > maxTextLength}
      busy={busy}
      onNext={next}
      onBack={() => go(step - 1)}
    >
      <Answers step={step} draft={draft} change={change} labelledBy={questionId} text={text} />
    </SurveyStep>
  )
}

type AnswersProps = Pick<FollowUpQuestionProps, 'step' | 'draft' | 'change'> & {
  labelledBy: string
  text: RefObject<HTMLTextAreaElement | null>
}

function Answers({ step, draft, change, labelledBy, text }: AnswersProps) {
  const list = { labelledBy, hint: m.survey_several_or_none_hint() }
  if (step === 1)
    return (
      <CheckboxGroup
        {...list}
        options={userTypes}
        names={userTypeNames}
        look="row"
        selected={draft.userTypes}
        onChoose={(selected) => change({ userTypes: selected })}
      />
    )
  if (step === 2)
    return (
      <CheckboxGroup
        {...list}
        options={niches}
        names={nicheNames}
        selected={draft.niches}
        onChoose={(selected) => change({ niches: selected })}
      />
    )
  if (step === 3)
    return (
      <CheckboxGroup
        {...list}
        options={agentTypes}
        names={agentTypeNames}
        look="row"
        selected={draft.agentTypes}
        onChoose={(selected) => change({ agentTypes: selected })}
      />
    )
  return <Description text={draft.description} onChange={(description) => change({ description })} field={text} />
}

interface DescriptionProps {
  text: string
  onChange: (text: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/** Never cuts the text, so that users can paste a longer one and shorten it. */
function Description({ text, onChange, field }: DescriptionProps) {
  const max = formatNumber(maxTextLength, getLocale())
  const count = formatNumber(lengthOf(text), getLocale())
  return (
    <TextArea
      ref={field}
      label={m.survey_description_question()}
      hint={m.survey_description_hint()}
      value={text}
      maxLength={maxTextLength * 4}
      onChange={(event) => onChange(event.target.value)}
      count={m.survey_description_count({ count, max })}
      error={lengthOf(text) > maxTextLength ? m.survey_description_too_long({ max }) : undefined}
    />
  )
}

const lengthOf = (text: string) => Array.from(text).length
