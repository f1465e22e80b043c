import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { emailMaxLength } from '@duo/platform/shared/email.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentType, FormEvent, ReactNode, RefObject } from 'react'
import type { JoinResultProps } from './join-result.tsx'

/**
 * Where the form stands (spec, section 4). `invalid` keeps the button disabled; `refused` is the same said by the server, where no script
 * may be there to enable the button again; `joined` and `exists` replace the form.
 */
export type JoinState = 'idle' | 'sending' | 'invalid' | 'refused' | 'invalid_code' | 'failed' | 'joined' | 'exists'

/** What is sent beside the address: the field that people do not see, and the code unless they join without it. */
export interface JoinSubmission {
  trap: string
  code: string | null
}

export interface JoinFormViewProps {
  /** Where the form posts itself without scripts. */
  action: string
  /** What makes a form that is posted twice one join; only the server's writing has it. */
  formKey?: string | null | undefined
  invitedByCode: string | null
  /** Whether the server has refused the code: joining without it is then offered. */
  codeRefused?: boolean
  state: JoinState
  email: string
  onEmail: (email: string) => void
  onSubmit: (submission: JoinSubmission) => void
  /** Goes on with the questions that follow a join. */
  onContinue?: (() => void) | undefined
  /** Whether this device knows somebody's own page. */
  isMember?: boolean | undefined
  /** Shows the result (join-result.tsx); until it has been fetched, the server's own sentence stands there. */
  Result?: ComponentType<JoinResultProps> | undefined
  /** The result as the server wrote it, of a form that was posted without scripts; `Result` takes its place. */
  posted?: ReactNode
  /** The member's place, from 1; wanted when `joined`. */
  position?: number
  /** False where no mail goes out now; the result then speaks of none that was sent. */
  mailed?: boolean
  /** What the server says instead of our own words: under the field when refused, in the panel when `exists`. */
  message?: string | undefined
  /** The input, to give it the focus back after a refusal. */
  inputRef?: RefObject<HTMLInputElement | null>
  /** The heading of the result, to give it the focus when the form it replaces had it. */
  resultRef?: RefObject<HTMLHeadingElement | null>
}

/**
 * The join form in all its states, without any of the deciding. The live region around the result is in the page from the
 * start, so that the result is announced when it appears.
 */
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

/** The code travels with the form; a friend is named unless the server has refused it. */
function Invitation({ code, refused }: { code: string; refused: boolean | undefined }) {
  return (
    <>
      <input type="hidden" name="invitedByCode" value={code} />
      {!refused && <p className="mb-3 font-semibold text-voice-bright">{m.waitlist_form_invited()}</p>}
    </>
  )
}

/** Out of sight, out of the tab order, unread by assistive technology: only a script fills it in. */
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
