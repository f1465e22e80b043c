import { useToast } from '@duo/platform/browser/ui/overlays/toast.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useId, useRef, useState } from 'react'
import { missingAnswer, otherCategoryOf, type QualificationDraft } from '../../rules.ts'
import type { QualifyInput } from '../../schema.ts'
import { placeText } from '../follow-up/follow-up-end.tsx'
import { SurveyDialog } from '../parts/survey-dialog.tsx'
import { SurveyStep } from '../parts/survey-step.tsx'
import { SaveAlert, type SaveOutcome, useSaveSurvey } from '../parts/use-save-survey.tsx'
import { AudienceQuestion, CategoriesQuestion, GoalsQuestion } from './qualification-questions.tsx'

export type QualificationAnswers = Omit<QualifyInput, 'email' | 'ticket'>

export interface QualificationOverlayProps {
  /** Read when the overlay opens, which resumes at the first question without an answer. */
  initial?: QualificationDraft | undefined
  onDraft?: (draft: QualificationDraft) => void
  save: (answers: QualificationAnswers) => Promise<SaveOutcome>
  onDone: () => void
  onClose: () => void
  position?: number | undefined
  mailLink?: ReactNode
  returnFocusTo?: RefObject<HTMLElement | null>
}

const nothing: QualificationDraft = { audienceSize: null, categories: [], otherCategory: '', goals: [] }
const steps = 3
const stepOf = { audience: 1, categories: 2, other: 2, goals: 3 } as const

/** Asks three questions after joining (spec, sections 2 and 5). Load it lazily. */
export function QualificationOverlay({
  initial = nothing,
  onDraft,
  save,
  onDone,
  position,
  mailLink,
  ...dialog
}: QualificationOverlayProps) {
  const [draft, setDraft] = useState(initial)
  const [step, setStep] = useState(() => firstStep(initial))
  const heading = useRef<HTMLHeadingElement>(null)
  // the questions cover the page that showed the place
  const place = position === undefined ? '' : `${placeText(position)}.`
  const change = (part: Partial<QualificationDraft>) => {
    const changed = { ...draft, ...part }
    setDraft(changed)
    onDraft?.(changed)
  }
  return (
    <SurveyDialog
      title={m.survey_qualification_title()}
      lead={`${place} ${m.survey_qualification_lead()}`.trim()}
      description={`${place} ${m.survey_qualification_description()}`.trim()}
      progress={{ step, steps }}
      heading={heading}
      screen={step}
      {...dialog}
    >
      <Question
        draft={draft}
        change={change}
        step={step}
        go={setStep}
        heading={heading}
        save={save}
        onDone={onDone}
        mailLink={mailLink}
      />
    </SurveyDialog>
  )
}

function firstStep(draft: QualificationDraft): number {
  const missing = missingAnswer(draft)
  return missing === null ? steps : stepOf[missing]
}

interface QuestionProps extends Pick<QualificationOverlayProps, 'save' | 'onDone' | 'mailLink'> {
  draft: QualificationDraft
  change: (part: Partial<QualificationDraft>) => void
  step: number
  go: (step: number) => void
  heading: RefObject<HTMLHeadingElement | null>
}

const questions = {
  1: { text: m.survey_audience_question, Answers: AudienceQuestion },
  2: { text: m.survey_categories_question, Answers: CategoriesQuestion },
  3: { text: m.survey_goals_question, Answers: GoalsQuestion },
}

function Question({ draft, change, step, go, heading, save, onDone, mailLink }: QuestionProps) {
  const [explainedStep, setExplainedStep] = useState<number>()
  const { busy, failure, run } = useSaveSurvey(onDone)
  const toast = useToast()
  const questionId = useId()
  const first = useRef<HTMLInputElement>(null)
  const otherField = useRef<HTMLInputElement>(null)

  const missing = missingAnswer(draft)
  const blocked = missing !== null && stepOf[missing] <= step
  const explain = () => {
    setExplainedStep(step)
    if (missing === 'other') {
      otherField.current?.focus()
      return
    }
    first.current?.focus()
    toast({ title: m.survey_required_title(), text: m.survey_required_text() })
  }
  const next = () => {
    if (blocked) explain()
    else if (step < steps) go(step + 1)
    else run(() => save(toAnswers(draft)))
  }
  const { text, Answers } = questions[step as keyof typeof questions]
  return (
    <SurveyStep
      step={step}
      steps={steps}
      question={text()}
      questionId={questionId}
      heading={heading}
      alert={<SaveAlert failure={failure} mailLink={mailLink} />}
      next={step < steps ? m.survey_next() : busy ? m.survey_saving() : m.survey_finish()}
      blocked={blocked}
      busy={busy}
      onNext={next}
      onBack={() => go(step - 1)}
    >
      <Answers
        draft={draft}
        onChange={change}
        labelledBy={questionId}
        missing={explainedStep === step && blocked ? missing : null}
        first={first}
        otherField={otherField}
      />
    </SurveyStep>
  )
}

const toAnswers = (draft: QualificationDraft): QualificationAnswers => ({
  audienceSize: draft.audienceSize as NonNullable<QualificationDraft['audienceSize']>,
  categories: draft.categories,
  otherCategory: otherCategoryOf(draft),
  goals: draft.goals,
})
