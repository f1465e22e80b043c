import { isComposing } from '@duo/platform/browser/input/enter-key.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { TextArea } from '@duo/platform/browser/ui/forms/text-area.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '#auth/ui/trpc-errors.ts'
import { refreshSession } from '#session/ui/session-sync.ts'
import { reasonMaxLength } from '../../rules.ts'
import type { Feedback, Message } from '../../schema.ts'
import { IconButton } from '../icon-button.tsx'
import { ThumbDownIcon, ThumbUpIcon } from '../icons.tsx'
import type { ConversationEvent } from '../state/conversation-reducer.ts'
import { trpc } from '../trpc.ts'

export interface ReplyFeedbackProps {
  message: Pick<Message, 'id' | 'feedback'>
  onRated: (event: Extract<ConversationEvent, { type: 'rated' }>) => void
}

/** Thumbs up and down; pressing the active one withdraws the vote. A thumb down asks for an optional reason. */
export function ReplyFeedback({ message: { id, feedback }, onRated }: ReplyFeedbackProps) {
  const [isAskingWhy, setIsAskingWhy] = useState(false)
  const down = useRef<HTMLButtonElement>(null)
  const router = useRouter()
  const rate = trpc.chat.rate.useMutation({
    onSuccess: ({ feedback: stored }) => onRated({ type: 'rated', id, feedback: stored }),
    onError: (error) => (isSignedOut(error) ? refreshSession(router) : undefined),
  })
  const vote = rate.isPending ? rate.variables.vote : (feedback?.vote ?? null)
  const press = (pressed: Feedback['vote']) => {
    if (rate.isPending) return
    const next = vote === pressed ? null : pressed
    setIsAskingWhy(next === 'down')
    rate.mutate({ messageId: id, vote: next, reason: null })
  }
  const close = () => {
    setIsAskingWhy(false)
    down.current?.focus()
  }
  const submitReason = (reason: string) => rate.mutate({ messageId: id, vote: 'down', reason }, { onSuccess: close })
  const statusText = rate.isError ? '' : rate.isSuccess && (rate.data.feedback ? m.chat_rate_thanks() : m.chat_rate_removed())
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not fit a row of small buttons */}
      <span
        role="group"
        aria-label={m.chat_rate_label()}
        className={`-ml-1 flex ${vote ? '' : 'transition-opacity pointer-fine:opacity-0 pointer-fine:group-hover:opacity-100 pointer-fine:group-focus-within:opacity-100'}`}
      >
        <IconButton label={m.chat_rate_up()} aria-pressed={vote === 'up'} onClick={() => press('up')}>
          <ThumbUpIcon filled={vote === 'up'} />
        </IconButton>
        <IconButton ref={down} label={m.chat_rate_down()} aria-pressed={vote === 'down'} onClick={() => press('down')}>
          <ThumbDownIcon filled={vote === 'down'} />
        </IconButton>
      </span>
      <span role="status" className={isAskingWhy ? 'sr-only' : ''}>
        {statusText}
      </span>
      {rate.isError && (
        <span role="alert" className="font-semibold text-danger">
          {m.chat_rate_failed()}
        </span>
      )}
      {isAskingWhy && <WhyForm busy={rate.isPending} onSend={submitReason} onClose={close} />}
    </>
  )
}

interface WhyFormProps {
  busy: boolean
  onSend: (reason: string) => void
  onClose: () => void
}

function WhyForm({ busy, onSend, onClose }: WhyFormProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const tooLong = text.length > reasonMaxLength
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const send = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const reason = text.trim()
    if (tooLong || busy) return
    if (!hasVisibleText(reason)) onClose()
    else onSend(reason)
  }
  return (
    <form
      onSubmit={send}
      data-own-escape
      onKeyDown={(event) => event.key === 'Escape' && !isComposing(event) && onClose()}
      className="mt-1 mb-3 w-full max-w-xl basis-full rounded-heard bg-paper-sunk p-4 text-ink"
    >
      <p aria-hidden="true" className="text-base font-semibold">
        {m.chat_rate_why()}
      </p>
      <p className="mb-3 text-sm text-muted">{m.chat_rate_why_hint()}</p>
      <TextArea
        ref={field}
        label={m.chat_rate_why()}
        rows={2}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={tooLong && m.chat_rate_too_long()}
        count={m.chat_rate_count({ count: text.length, limit: reasonMaxLength })}
        className="[&_textarea]:min-h-20"
      />
      <div className="mt-2 flex justify-end gap-2">
        <Button variant="plain" onClick={onClose}>
          {m.chat_rate_skip()}
        </Button>
        <Button type="submit" busy={busy}>
          {m.chat_rate_save()}
        </Button>
      </div>
    </form>
  )
}
