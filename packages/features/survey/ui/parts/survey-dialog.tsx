import { MotifProgress } from '@duo/platform/browser/ui/motif/motif-progress.tsx'
import { SplitDialog } from '@duo/platform/browser/ui/overlays/split-dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

export interface StepProgress {
  step: number
  steps: number
}

interface SurveyDialogProps {
  title: string
  /** On phones, which show no description. */
  lead?: string
  description: string
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  progress?: StepProgress
  mark?: ReactNode
  heading: RefObject<HTMLHeadingElement | null>
  screen: string | number
  children: ReactNode
}

/** The two halves move closer with every question. */
export function SurveyDialog({ title, lead = '', progress, mark, heading, screen, children, ...dialog }: SurveyDialogProps) {
  useFocusOnChange(heading, screen)
  return (
    <SplitDialog
      closeLabel={m.survey_close()}
      toastCloseLabel={m.survey_toast_close()}
      title={<Title text={title} lead={lead} />}
      focusFirst={heading}
      mark={mark || (progress && <QuestionNumber {...progress} />)}
      drawing={<Drawing progress={progress} />}
      {...dialog}
    >
      <div className="flex min-h-0 min-w-0 flex-col">{children}</div>
    </SplitDialog>
  )
}

function Title({ text, lead }: { text: string; lead: string }) {
  return (
    <>
      <span>{text}</span>
      {lead && <span className="mt-0.5 block text-sm font-normal text-on-deep-muted md:hidden"> {lead}</span>}
    </>
  )
}

function useFocusOnChange(heading: RefObject<HTMLHeadingElement | null>, screen: string | number) {
  const previousScreen = useRef(screen)
  useEffect(() => {
    if (previousScreen.current === screen) return
    previousScreen.current = screen
    heading.current?.focus()
  }, [heading, screen])
}

function QuestionNumber({ step }: StepProgress) {
  return (
    <p aria-hidden="true" className="font-voice text-display leading-[0.8] font-[300] text-voice-bright">
      <span key={step} className="inline-block animate-rise">
        {step}
      </span>
    </p>
  )
}

function Drawing({ progress = { step: 2, steps: 2 } }: { progress?: StepProgress | undefined }) {
  return (
    <MotifProgress
      progress={(progress.step - 1) / (progress.steps - 1)}
      className="-top-1 right-16 h-20 w-auto md:top-auto md:bottom-0 md:left-[2%] md:h-auto md:w-[94%] short:hidden [@media(width>=48rem)_and_(height<42rem)]:hidden"
    />
  )
}
