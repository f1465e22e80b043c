import { isComposing, isEnter } from '@duo/platform/browser/input/enter-key.ts'
import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { formatNumber } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasVisibleText } from '@duo/platform/shared/text/visible-text.ts'
import { type KeyboardEvent, type Ref, type SubmitEvent, useId, useRef } from 'react'
import { messageMaxLength, messageNearLimit } from '../../rules.ts'
import { SendIcon, StopIcon } from '../icons.tsx'
import { InsertRest, useLongInsert } from './long-insert.tsx'

interface ComposerProps {
  name: string
  text: string
  onText: (text: string) => void
  sending: boolean
  /** Disables sending only; the text stays. */
  blocked: boolean
  onSend: () => void
  onStop: (() => void) | null
  stopping: boolean
  editing: boolean
  onCancelEdit: () => void
  field: Ref<HTMLTextAreaElement>
}

export function Composer(props: ComposerProps) {
  const { name, text, onText, sending, blocked, onSend, onStop, stopping, editing, onCancelEdit, field } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const { rest, dismiss, maxLength } = useLongInsert(form)
  const left = messageMaxLength - text.trim().length
  const ready = hasVisibleText(text) && left >= 0 && !blocked && !sending
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (ready) onSend()
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isComposing(event)) return
    if (event.key === 'Escape' && editing) return onCancelEdit()
    if (event.key === 'Escape') return event.currentTarget.blur()
    if (!isEnter(event) || event.shiftKey) return
    event.preventDefault()
    if (ready) onSend()
  }
  return (
    <form ref={form} onSubmit={submit} aria-label={m.chat_placeholder({ name })}>
      {editing && (
        <div className="mb-2 flex flex-wrap items-center justify-between gap-x-4 text-sm">
          <p id={`${id}-edit`}>{m.chat_editing()}</p>
          <Button variant="plain" onClick={onCancelEdit}>
            {m.chat_edit_cancel()}
          </Button>
        </div>
      )}
      <div className="flex items-end gap-2 rounded-heard border border-line-strong bg-paper-raised p-1.5 transition-colors hover:border-ink has-[textarea:focus-visible]:border-focus has-[textarea:focus-visible]:shadow-[inset_0_0_0_1px_var(--color-focus)]">
        <textarea
          ref={field}
          dir="auto"
          rows={1}
          value={text}
          maxLength={maxLength}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={press}
          aria-label={m.chat_placeholder({ name })}
          aria-describedby={`${id}-keys ${id}-left ${editing ? `${id}-edit` : ''}`}
          aria-invalid={left < 0 || undefined}
          placeholder={m.chat_placeholder({ name })}
          enterKeyHint="send"
          className="max-h-44 min-h-touch min-w-0 flex-1 resize-none bg-transparent px-4 py-2.5 text-base leading-6 outline-none forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-solid field-sizing-content placeholder-shown:overflow-hidden placeholder-shown:text-ellipsis placeholder-shown:whitespace-nowrap placeholder-shown:field-sizing-fixed low:max-h-24"
        />
        {onStop ? (
          <RoundButton label={m.chat_stop()} busy={stopping} onClick={onStop}>
            <StopIcon filled />
          </RoundButton>
        ) : (
          <RoundButton label={m.chat_send()} type="submit" disabled={!ready} busy={sending}>
            <SendIcon />
          </RoundButton>
        )}
      </div>
      <div role="status">{rest && <InsertRest key={rest.length} rest={rest} onDismiss={dismiss} />}</div>
      <p id={`${id}-keys`} className="sr-only">
        {m.chat_keys()}
      </p>
      <p
        id={`${id}-left`}
        aria-live="polite"
        className={`figures text-right text-xs ${left < 0 ? 'font-semibold text-danger' : 'text-muted'}`}
      >
        {text.trim().length >= messageNearLimit && leftText(left)}
      </p>
    </form>
  )
}

function leftText(left: number): string {
  const count = formatNumber(Math.abs(left), getLocale())
  return left < 0 ? m.chat_too_long({ count }) : m.chat_left({ count })
}

interface RoundButtonProps {
  label: string
  type?: 'button' | 'submit'
  disabled?: boolean
  busy: boolean
  onClick?: () => void
  children: React.ReactNode
}

function RoundButton({ label, type = 'button', disabled = false, busy, onClick, children }: RoundButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      disabled={disabled}
      aria-busy={busy || undefined}
      onClick={onClick}
      className={`grid size-touch flex-none place-items-center rounded-voice bg-accent text-on-accent transition-[background-color,transform] enabled-hover:bg-accent-strong active:translate-y-px disabled:cursor-not-allowed disabled:bg-line disabled:text-muted ${busy ? 'animate-breathe' : ''}`}
    >
      {children}
    </button>
  )
}
