import { m } from '@duo/platform/i18n/messages.ts'
import { useEffect, useRef, useState } from 'react'

/** What came of saving: stored, refused or failed on the way (try again), or something nobody expected. */
export type SaveOutcome = 'saved' | 'failed' | 'unexpected'

type Failure = Exclude<SaveOutcome, 'saved'>

/**
 * Saves once at a time, and tells `onSaved` unless the survey was closed meanwhile. What fails can be tried again; a `save` that
 * throws is unexpected.
 */
export function useSaving(onSaved: () => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  const closed = useRef(false)
  useEffect(() => {
    closed.current = false
    return () => {
      closed.current = true
    }
  }, [])
  const run = async (save: () => Promise<SaveOutcome>) => {
    if (busy) return
    setBusy(true)
    setFailure(undefined)
    const outcome = await save().catch((): SaveOutcome => 'unexpected')
    if (closed.current) return
    setBusy(false)
    if (outcome === 'saved') onSaved()
    else setFailure(outcome)
  }
  return { busy, failure, run }
}

const failureTexts: Record<Failure, () => string> = {
  failed: m.survey_failed,
  unexpected: m.survey_unexpected,
}

/** What went wrong with saving, and that nothing was lost. The alert is there from the start, so that it is noticed when it fills. */
export function SavingAlert({ failure }: { failure: Failure | undefined }) {
  return (
    <div role="alert">
      {failure && (
        <p className="mb-4 animate-rise rounded-heard border border-danger px-4 py-3 text-sm">
          <span className="font-semibold text-danger">{failureTexts[failure]()}</span> {m.survey_kept()}
        </p>
      )}
    </div>
  )
}
