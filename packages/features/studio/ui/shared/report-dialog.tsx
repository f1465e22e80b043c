import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Dialog } from '@duo/platform/browser/ui/overlays/dialog.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { waitText } from '@duo/platform/shared/text/wait-text.ts'
import { type FormEvent, type RefObject, useState } from 'react'
import { CallFailure, documentClient } from '../../../shell/ui/api/document-client.ts'
import { maxReasonLength } from '../../agent-rules.ts'
import { LongField } from '../agent/long-field.tsx'

export interface Reported {
  question: string
  reply: string
  /** The reply's signed note; null for a text that people wrote. */
  provenance: string | null
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
  const [state, setState] = useState<State>({ phase: 'idle' })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (state.phase === 'pending') return
    if (!hasVisibleText(reason)) return setState({ phase: 'refused', text: m.studio_shared_report_empty() })
    setState({ phase: 'pending' })
    try {
      const { question = '', reply = '', provenance } = about ?? {}
      const { error } = await documentClient.studio.report.mutate({ slug, reason, question, reply, provenance: provenance ?? '' })
      if (error !== null) return setState({ phase: 'refused', text: m.studio_shared_report_not_given() })
      setState({ phase: 'done' })
      onReason('')
    } catch (error) {
      console.error(error)
      setState({ phase: 'refused', text: failureText(error) })
    }
  }
  return (
    <>
      <p role="status" className="font-semibold">
        {state.phase === 'done' ? m.studio_shared_report_done() : ''}
      </p>
      {state.phase !== 'done' && (
        <form noValidate method="dialog" onSubmit={send}>
          <LongField
            label={m.studio_shared_report_reason()}
            hint={about ? m.studio_shared_report_sent() : m.studio_shared_report_alone()}
            error={state.phase === 'refused' ? state.text : null}
            value={reason}
            maxLength={maxReasonLength}
            onText={onReason}
          />
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
