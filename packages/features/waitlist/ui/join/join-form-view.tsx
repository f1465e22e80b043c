import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { EmailField } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentType, FormEvent, ReactNode, RefObject } from 'react'
import type { JoinResultProps } from './join-result.tsx'

/** States of the spec (section 4). `refused` is `invalid` from the server, where no script could enable the button again. */
export type JoinState = 'idle' | 'sending' | 'invalid' | 'refused' | 'invalid_code' | 'failed' | 'joined' | 'exists'

export interface JoinSubmission {
  trap: string
  code: string | null
}

export interface JoinFormViewProps {
  action: string
  /** Idempotency key, only in the server's HTML. */
  formKey?: string | null | undefined
  invitedByCode: string | null
  codeRefused?: boolean
  state: JoinState
  email: string
  onEmail: (email: string) => void
  onSubmit: (submission: JoinSubmission) => void
  onContinue?: (() => void) | undefined
  isMember?: boolean | undefined
  /** Loaded lazily; until then the server's message is shown. */
  Result?: ComponentType<JoinResultProps> | undefined
  posted?: ReactNode
  position?: number
  mailed?: boolean
  /** Server's message: at the field for an error, in the panel for `exists`. */
  message?: string | undefined
  inputRef?: RefObject<HTMLInputElement | null>
  resultRef?: RefObject<HTMLHeadingElement | null>
}

/** Presentation only. The live region is rendered from the start so that the result is announced. */
export function JoinFormView({ state, Result, posted, isMember, ...props }: JoinFormViewProps) {
  const { position, mailed = true, message, onContinue, resultRef, ...form } = props
  const done = state === 'joined' || state === 'exists'
  const result = done && Result && (
    <Result
      state={state}
      email={form.email}
      position={position}
      mailed={mailed}
      message={message}
      onContinue={onContinue}
      headingRef={resultRef}
    />
  )
  return (
    <div data-done={done || undefined} className="[--field-error:var(--color-on-deep)]">
      {!done && <JoinFields state={state} message={message} {...form} />}
      <div role="status">
        {done && (result || posted || <p className="text-2xl">{message}</p>)}
        {isMember && (
          <Link to="/waitlist" className="mt-6 inline-flex min-h-touch items-center text-on-deep underline underline-offset-4">
            {m.waitlist_form_your_page()}
          </Link>
        )}
      </div>
    </div>
  )
}

type JoinFieldsProps = Omit<
  JoinFormViewProps,
  'Result' | 'posted' | 'position' | 'mailed' | 'onContinue' | 'isMember' | 'resultRef'
>

function JoinFields({
  state,
  action,
  formKey,
  invitedByCode,
  codeRefused,
  email,
  onEmail,
  onSubmit,
  message,
  inputRef,
}: JoinFieldsProps) {
  const sending = state === 'sending'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending || state === 'invalid') return
    const { submitter } = event.nativeEvent as SubmitEvent
    const withoutCode = submitter?.getAttribute('name') === 'without'
    onSubmit({ trap: String(new FormData(event.currentTarget).get('website')), code: withoutCode ? null : invitedByCode })
  }
  return (
    <form noValidate method="post" action={action} onSubmit={submit}>
      {formKey && <input type="hidden" name="key" value={formKey} />}
      {invitedByCode && <Invitation code={invitedByCode} refused={codeRefused} />}
      <Honeypot />
      <EmailField
        ref={inputRef}
        label={m.waitlist_form_label()}
        labelHidden
        name="email"
        placeholder={m.waitlist_form_placeholder()}
        value={email}
        readOnly={sending}
        onChange={(event) => onEmail(event.target.value)}
        error={errorText(state, message)}
        beside={
          <Button
            type="submit"
            variant="bright"
            size="lg"
            busy={sending}
            aria-disabled={sending || undefined}
            disabled={state === 'invalid'}
          >
            {sending ? m.waitlist_form_sending() : m.waitlist_form_submit()}
          </Button>
        }
      />
      {codeRefused && (
        <button type="submit" name="without" value="1" className="mt-3 min-h-touch text-on-deep underline underline-offset-4">
          {m.waitlist_form_without_code()}
        </button>
      )}
    </form>
  )
}

function Invitation({ code, refused }: { code: string; refused: boolean | undefined }) {
  return (
    <>
      <input type="hidden" name="invitedByCode" value={code} />
      {!refused && <p className="mb-3 font-semibold text-voice-bright">{m.waitlist_form_invited()}</p>}
    </>
  )
}

/** Invisible, not focusable and hidden from assistive technology. */
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

function errorText(state: JoinState, message: string | undefined) {
  if (state === 'invalid' || state === 'refused') return m.waitlist_form_invalid()
  if (state === 'invalid_code') return message ?? m.waitlist_invalid_code()
  return state === 'failed' ? `${message ?? m.waitlist_form_failed()} ${m.waitlist_form_failed_kept()}` : undefined
}
