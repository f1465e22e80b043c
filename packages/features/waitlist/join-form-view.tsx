import { Button } from '@duo/platform/browser/ui/button.tsx'
import { Field } from '@duo/platform/browser/ui/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { FormEvent, RefObject } from 'react'
import { JoinResult } from './join-result.tsx'
import { emailMaxLength } from './rules.ts'

/** Where the form stands (spec, section 4). `invalid` keeps the button disabled; `joined` and `exists` replace the form. */
export type JoinState = 'idle' | 'sending' | 'invalid' | 'failed' | 'joined' | 'exists'

export interface JoinFormViewProps {
  /** Where the form posts itself without scripts. */
  action: string
  invitedByCode: string | null
  state: JoinState
  email: string
  onEmail: (email: string) => void
  onSubmit: () => void
  /** The member's place, from 1; wanted when `joined`. */
  position?: number
  /** False where no mail goes out now; the result then speaks of none that was sent. */
  mailed?: boolean
  /** What the server says instead of our own words: under the field when `failed`, in the panel when `exists`. */
  message?: string
  /** The input, to give it the focus back after `invalid` or `failed`. */
  inputRef?: RefObject<HTMLInputElement | null>
  /** The heading of the result, to give it the focus when the form it replaces had it. */
  resultRef?: RefObject<HTMLHeadingElement | null>
}

/**
 * The join form in all its states, without any of the deciding. The live region around the result is in the page from the
 * start, so that the result is announced when it appears.
 */
export function JoinFormView({ state, position, mailed = true, message, resultRef, ...form }: JoinFormViewProps) {
  const done = state === 'joined' || state === 'exists'
  return (
    <div data-done={done || undefined} className="[--field-error:var(--color-on-deep)]">
      {!done && <JoinFields state={state} message={message} {...form} />}
      <div role="status">
        {done && (
          <JoinResult
            state={state}
            email={form.email}
            position={position}
            mailed={mailed}
            message={message}
            headingRef={resultRef}
          />
        )}
      </div>
    </div>
  )
}

type JoinFieldsProps = Omit<JoinFormViewProps, 'position' | 'mailed' | 'resultRef'>

function JoinFields({ state, action, invitedByCode, email, onEmail, onSubmit, message, inputRef }: JoinFieldsProps) {
  const sending = state === 'sending'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!sending && state !== 'invalid') onSubmit()
  }
  return (
    <form noValidate method="post" action={action} onSubmit={submit}>
      {invitedByCode && <input type="hidden" name="invitedByCode" value={invitedByCode} />}
      <Field
        ref={inputRef}
        label={m.waitlist_form_label()}
        labelHidden
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        maxLength={emailMaxLength}
        placeholder={m.waitlist_form_placeholder()}
        value={email}
        readOnly={sending}
        onChange={(event) => onEmail(event.target.value)}
        error={errorText(state, message)}
        beside={
          <Button type="submit" variant="bright" size="lg" busy={sending} disabled={sending || state === 'invalid'}>
            {sending ? m.waitlist_form_sending() : m.waitlist_form_submit()}
          </Button>
        }
      />
    </form>
  )
}

function errorText(state: JoinState, message: string | undefined) {
  if (state === 'invalid') return m.waitlist_form_invalid()
  if (state !== 'failed') return undefined
  return `${message ?? m.waitlist_form_failed()} ${m.waitlist_form_failed_kept()}`
}
