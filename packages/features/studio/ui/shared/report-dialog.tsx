import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { type FormEvent, type RefObject, useId, useState } from 'react'
import { CallFailure, documentClient } from '../../../shell/ui/api/document-client.ts'
import { maxReasonLength } from '../../agent-rules.ts'

export interface Reported {
  question: string
  reply: string
}

interface ReportDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  slug: string
  about: Reported | undefined
}

/** Reports the agent, or a reply with its question, to the creator and to Duo. */
export function ReportDialog({ open, onOpenChange, returnFocusTo, slug, about }: ReportDialogProps) {
  // outlives a dialog that is closed by mistake
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      returnFocusTo={returnFocusTo}
      title={about ? m.studio_shared_report_reply_title() : m.studio_shared_report_title()}
      description={m.studio_shared_report_text()}
      closeLabel={m.chat_source_close()}
      initialFocus="textarea"
    >
      <ReportForm slug={slug} about={about} reason={reason} onReason={setReason} />
    </Dialog>
  )
}

type State = { phase: 'idle' | 'pending' | 'done' } | { phase: 'refused'; text: string }

interface ReportFormProps extends Pick<ReportDialogProps, 'slug' | 'about'> {
  reason: string
  onReason: (reason: string) => void
}

function ReportForm({ slug, about, reason, onReason }: ReportFormProps) {
  const id = useId()
  const [state, setState] = useState<State>({ phase: 'idle' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.phase === 'pending') return
    if (!hasVisibleText(reason)) return setState({ phase: 'refused', text: m.studio_shared_report_empty() })
    setState({ phase: 'pending' })
    try {
      await documentClient.studio.report.mutate({ slug, reason, question: about?.question ?? '', reply: about?.reply ?? '' })
      setState({ phase: 'done' })
      onReason('')
    } catch (error) {
      console.error(error)
      setState({ phase: 'refused', text: failureText(error) })
    }
  }
  const refusal = state.phase === 'refused' ? state.text : ''
  return (
    <>
      <p role="status" className="font-semibold">
        {state.phase === 'done' ? m.studio_shared_report_done() : ''}
      </p>
      {state.phase !== 'done' && (
        <form noValidate method="dialog" onSubmit={send}>
          <label htmlFor={id} className="mb-2 block text-sm font-semibold">
            {m.studio_shared_report_reason()}
          </label>
          <textarea
            id={id}
            dir="auto"
            maxLength={maxReasonLength}
            value={reason}
            onChange={({ target }) => onReason(target.value)}
            aria-invalid={refusal !== '' || undefined}
            aria-describedby={`${id}-sent ${id}-error`}
            className="block min-h-32 w-full resize-y rounded-heard border border-line-strong bg-paper-raised px-5 py-4 text-base text-ink aria-invalid:border-2 aria-invalid:border-danger"
          />
          <p id={`${id}-sent`} className="mt-2 text-sm text-muted">
            {about ? m.studio_shared_report_sent() : m.studio_shared_report_alone()}
          </p>
          <p id={`${id}-error`} role="alert" className="mt-2 min-h-6 text-sm font-semibold text-danger">
            {refusal}
          </p>
          <Button type="submit" busy={state.phase === 'pending'} aria-disabled={state.phase === 'pending' || undefined}>
            {m.studio_shared_report_send()}
          </Button>
        </form>
      )}
    </>
  )
}

function failureText(error: unknown): string {
  if (error instanceof CallFailure && error.status === 429)
    return m.studio_shared_report_limited({ wait: waitText(error.retryAfter ?? 60, getLocale()) })
  return m.studio_shared_report_failed()
}
