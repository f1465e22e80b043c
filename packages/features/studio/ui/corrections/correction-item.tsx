import { useFocusBack } from '@duo/platform/browser/input/use-focus-back.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import { useMutation } from '../../../shell/ui/api/use-mutation.ts'
import type { Correction } from '../../agent-schema.ts'
import { AskInPlace } from '../frame/ask-in-place.tsx'
import { CorrectionForm } from './correction-form.tsx'

interface CorrectionItemProps {
  agentId: string
  correction: Correction
  onChanged: (correction: Correction) => void
  onRemoved: () => void
}

/** Deleting asks for confirmation in place. */
export function CorrectionItem({ agentId, correction, onChanged, onRemoved }: CorrectionItemProps) {
  const { id, question, answer } = correction
  const [mode, setMode] = useState<'read' | 'edit' | 'remove'>('read')
  const editor = useFocusBack(mode === 'edit')
  const remover = useFocusBack(mode === 'remove')
  const { state, pending, run } = useMutation({
    call: async ({ studio }) => {
      await studio.removeCorrection.mutate({ id })
      onRemoved()
      return null
    },
  })
  return (
    <li className="border-b border-line py-5">
      <p className="font-semibold wrap-anywhere">{question}</p>
      {mode === 'edit' ? (
        <div className="mt-3">
          <CorrectionForm
            agentId={agentId}
            correctionId={id}
            question={question}
            answer={answer}
            onCancel={() => setMode('read')}
            onSaved={(changed) => {
              onChanged(changed)
              setMode('read')
            }}
          />
        </div>
      ) : (
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{answer}</p>
      )}
      {mode === 'remove' && (
        <AskInPlace
          text={m.studio_correction_remove_sure({ question })}
          hasFailed={state === 'failed'}
          className="mt-3"
          onKeep={() => setMode('read')}
        >
          <Button variant="danger" busy={pending} autoFocus onClick={() => void run()}>
            {m.studio_remove()}
          </Button>
        </AskInPlace>
      )}
      {mode === 'read' && (
        <div className="mt-2 flex flex-wrap gap-x-5">
          <button
            ref={editor}
            type="button"
            aria-label={m.studio_correction_edit({ question })}
            className={linkClasses}
            onClick={() => setMode('edit')}
          >
            {m.studio_edit()}
          </button>
          <button
            ref={remover}
            type="button"
            aria-label={m.studio_correction_remove({ question })}
            className={linkClasses}
            onClick={() => setMode('remove')}
          >
            {m.studio_remove()}
          </button>
        </div>
      )}
    </li>
  )
}

const linkClasses = 'text-link inline-flex min-h-touch items-center text-sm font-semibold'
