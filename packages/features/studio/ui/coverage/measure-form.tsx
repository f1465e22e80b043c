import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useHydrated } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxCorrectedQuestionLength, maxOwnQuestions } from '../../agent-rules.ts'
import type { CoverageResult } from '../../agent-schema.ts'
import { LongField } from '../agent/long-field.tsx'
import { LeaveQuestion } from '../frame/leave-question.tsx'
import { ownText, parseOwnQuestions } from './own-questions.ts'

interface MeasureFormProps {
  agentId: string
  run: CoverageResult['run']
  onMeasured: (result: CoverageResult) => void
}

/** The creator's own questions, and the button that asks them with the made ones. */
export function MeasureForm({ agentId, run, onMeasured }: MeasureFormProps) {
  const hydrated = useHydrated()
  const stored = ownText(run?.questions ?? [])
  const [text, setText] = useState(stored)
  const [isWrong, setWrong] = useState(false)
  const {
    state,
    pending,
    run: measure,
  } = useMutation({
    call: async ({ studio }) => {
      const result = await studio.measureCoverage.mutate({ agentId, ownQuestions: parseOwnQuestions(text) ?? [] })
      setText(ownText(result.run?.questions ?? []))
      onMeasured(result)
      return null
    },
  })
  return (
    <form
      noValidate
      method="post"
      aria-label={m.studio_coverage_questions()}
      className="mb-8 grid max-w-2xl gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        const isRight = parseOwnQuestions(text) !== null
        setWrong(!isRight)
        if (isRight) void measure()
      }}
    >
      <LongField
        label={m.studio_coverage_own_label()}
        hint={m.studio_coverage_own_hint({ count: maxOwnQuestions })}
        error={isWrong ? m.studio_coverage_own_wrong({ count: maxOwnQuestions, length: maxCorrectedQuestionLength }) : null}
        value={text}
        maxLength={maxOwnQuestions * maxCorrectedQuestionLength * 2}
        onText={setText}
      />
      <Button
        type="submit"
        busy={pending}
        aria-disabled={pending || undefined}
        disabled={!hydrated}
        className="justify-self-start"
      >
        {run ? m.studio_coverage_again() : m.studio_coverage_measure()}
      </Button>
      <p role="status" className="font-semibold empty:hidden">
        {pending ? m.studio_coverage_measuring() : state === 'failed' ? m.studio_failed() : null}
      </p>
      <LeaveQuestion isUnsaved={text !== stored} />
      <LeaveQuestion isUnsaved={text !== stored} />
    </form>
  )
}
