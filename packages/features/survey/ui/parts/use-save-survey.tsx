import { m } from '@duo/platform/i18n/messages.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** `failed`: can be retried. `needs_mail`: only a mailed ticket may replace the stored answers. */
export type SaveOutcome = 'saved' | 'failed' | 'unexpected' | 'needs_mail'

type Failure = Exclude<SaveOutcome, 'saved'>

/** Runs one save at a time. Does not call `onSaved` if the survey was closed meanwhile. If `save` throws, it is `unexpected`. */
export function useSaveSurvey(onSaved: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  const run = async (save: () => Promise<SaveOutcome>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const outcome = await save().catch((): SaveOutcome => 'unexpected')
    if (isClosed.current) return
    setBusy(false)
    if (outcome === 'saved') onSaved()
    else setFailure(outcome)
  }
  return { busy, failure, run }
}

const failureTexts: Record<Failure, () => string> = {
  failed: m.survey_failed,
  unexpected: m.survey_unexpected,
  needs_mail: m.survey_needs_mail,
}

interface SaveAlertProps {
  failure: Failure | undefined
  mailLink?: ReactNode
}

/** Always rendered, so that screen readers announce its text when it appears. */
export function SaveAlert({ failure, mailLink }: SaveAlertProps) {
  return (
    <>
      <div role="alert">
        {failure && (
          <p className="mb-4 animate-rise rounded-heard border border-danger px-4 py-3 text-sm">
            <span className="font-semibold text-danger">{failureTexts[failure]()}</span>{' '}
            {failure === 'needs_mail' ? m.survey_needs_mail_text() : m.survey_kept()}
          </p>
        )}
      </div>
      {failure === 'needs_mail' && mailLink && <div className="mb-4">{mailLink}</div>}
    </>
  )
}
