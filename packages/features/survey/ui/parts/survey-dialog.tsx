import { MotifProgress } from '@duo/platform/browser/ui/motif/motif-progress.tsx'
import { SplitDialog } from '@duo/platform/browser/ui/overlays/split-dialog.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** How far somebody is: 1 is the first question. */
export interface StepProgress {
  step: number
  steps: number
}

interface SurveyDialogProps {
  title: string
  description: string
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  /** Missing where nothing is asked (any more): the halves have met. */
  progress?: StepProgress
  /** What stands above the title where there is room, instead of the question's number. */
  mark?: ReactNode
  /** The heading of what is shown; gets the focus at the start and whenever `screen` changes. */
  heading: RefObject<HTMLHeadingElement | null>
  screen: string | number
  children: ReactNode
}

/** The frame of both surveys: with every question the two halves come closer. */
export function SurveyDialog({ progress, mark, heading, screen, children, ...dialog }: SurveyDialogProps) {
  useFocusOnChange(heading, screen)
  return (
    <SplitDialog
      closeLabel={m.survey_close()}
      toastCloseLabel={m.survey_toast_close()}
      focusFirst={heading}
      mark={mark ?? (progress && <QuestionNumber {...progress} />)}
      drawing={<Drawing progress={progress} />}
      {...dialog}
    >
      <div className="flex min-h-0 min-w-0 flex-col">{children}</div>
    </SplitDialog>
  )
}

/** The dialog itself takes care of the first screen. */
function useFocusOnChange(heading: RefObject<HTMLHeadingElement | null>, screen: string | number) {
  const previousScreen = useRef(screen)
  useEffect(() => {
    if (previousScreen.current === screen) return
    previousScreen.current = screen
    heading.current?.focus()
  }, [heading, screen])
}

/** Large, for the eye; the progress bar says it in words. */
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
