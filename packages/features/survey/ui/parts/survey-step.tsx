import { Progress } from '@duo/platform/browser/ui/feedback/progress.tsx'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { FormEvent, ReactNode, RefObject } from 'react'
import type { StepProgress } from './survey-dialog.tsx'

interface SurveyStepProps extends StepProgress {
  question: string
  questionId: string
  heading: RefObject<HTMLHeadingElement | null>
  alert: ReactNode
  next: string
  /** The button looks disabled but can be pressed: pressing it explains what is missing. */
  blocked?: boolean
  busy: boolean
  onNext: () => void
  onBack: () => void
  children: ReactNode
}

export function SurveyStep({ step, steps, question, questionId, heading, alert, children, ...navigation }: SurveyStepProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    navigation.onNext()
  }
  const label = m.survey_step({ step, steps })
  return (
    <form noValidate onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <p role="status" className="sr-only">
        {label}
      </p>
      <div className="px-5 pt-5 pb-2 md:px-10 md:pt-8">
        <div className="md:pr-8">
          <Progress value={step} max={steps} label={label} />
        </div>
        {/* above the scrolling options, so that a long list never hides its question */}
        <h3 key={step} id={questionId} ref={heading} tabIndex={-1} className="mt-6 animate-rise text-2xl md:mt-8 md:text-3xl">
          {question}
        </h3>
      </div>
      <div
        key={step}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-8 md:px-10 short:overflow-visible"
      >
        <div className="animate-rise">{children}</div>
      </div>
      <div className="flex-none border-t border-line px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:px-10 md:pb-6">
        {alert}
        <StepNavigation step={step} {...navigation} />
      </div>
    </form>
  )
}

type StepNavigationProps = Pick<SurveyStepProps, 'step' | 'next' | 'blocked' | 'busy' | 'onBack'>

function StepNavigation({ step, next, blocked = false, busy, onBack }: StepNavigationProps) {
  return (
    <div className="flex gap-3 md:justify-between">
      {step > 1 && (
        <Button
          variant="quiet"
          size="lg"
          className="max-sm:px-5"
          aria-disabled={busy || undefined}
          onClick={() => busy || onBack()}
        >
          {m.survey_back()}
        </Button>
      )}
      <Button
        type="submit"
        size="lg"
        busy={busy}
        aria-disabled={blocked || busy || undefined}
        className="flex-1 px-4 aria-disabled:bg-line aria-disabled:text-muted md:ml-auto md:min-w-44 md:flex-none"
      >
        {next}
      </Button>
    </div>
  )
}
