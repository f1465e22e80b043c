import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import { maxCorrectedQuestionLength, maxCorrectionLength, maxCorrections } from '../../agent-rules.ts'
import type { Correction } from '../../agent-schema.ts'
import { LongField } from '../agent/long-field.tsx'
import { LeaveQuestion } from '../frame/leave-question.tsx'

interface CorrectionFormProps {
  agentId: string
  question: string
  /** To begin with. */
  answer: string
  /** The correction that is edited: its question stays. */
  correctionId?: string
  onCancel: () => void
  onSaved: (correction: Correction) => void
}

/** The creator's own answer to a question. */
export function CorrectionForm({ agentId, correctionId, onCancel, onSaved, ...first }: CorrectionFormProps) {
  const [question, setQuestion] = useState(first.question.slice(0, maxCorrectedQuestionLength))
  const [answer, setAnswer] = useState(first.answer.slice(0, maxCorrectionLength))
  const [isEmpty, setEmpty] = useState(false)
  const isChanged = question !== first.question || answer !== first.answer
  const { state, pending, run } = useMutation<void, 'too_many' | 'changed'>({
    call: async ({ studio }) => {
      const result =
        correctionId === undefined
          ? await studio.addCorrection.mutate({ agentId, question, answer })
          : await studio.editCorrection.mutate({ id: correctionId, answer, before: first.answer })
      if (result.error !== null) return result.error
      onSaved(result.correction)
      return null
    },
  })
  const isUnasked = isEmpty && !hasVisibleText(question)
  const problem = isEmpty
    ? m.studio_correct_empty()
    : state === 'too_many'
      ? m.studio_correct_too_many({ count: maxCorrections })
      : state === 'changed'
        ? m.studio_correct_changed()
        : state === 'failed'
          ? m.studio_failed()
          : null
  return (
    <form
      noValidate
      method="post"
      aria-label={m.studio_correct()}
      data-correcting
      className="grid gap-y-2"
      onSubmit={(event) => {
        event.preventDefault()
        const isWritten = hasVisibleText(question) && hasVisibleText(answer)
        setEmpty(!isWritten)
        if (isWritten) void run()
      }}
    >
      {correctionId === undefined && (
        <Field
          label={m.studio_correct_question()}
          value={question}
          maxLength={maxCorrectedQuestionLength}
          autoComplete="off"
          error={isUnasked ? problem : null}
          onChange={({ target }) => setQuestion(target.value)}
        />
      )}
      <LongField
        label={m.studio_correct_answer()}
        hint={m.studio_correct_hint()}
        error={isUnasked ? null : problem}
        value={answer}
        maxLength={maxCorrectionLength}
        autoFocus
        onText={setAnswer}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={pending} aria-disabled={pending || undefined}>
          {m.studio_save()}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {m.studio_cancel()}
        </Button>
      </div>
      <LeaveQuestion isUnsaved={isChanged} />
    </form>
  )
}
