import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { EmailField, Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { formatOrdinal } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { hasForeignName } from '@duo/platform/shared/email.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { suggestEmail } from '@duo/platform/shared/text/email-suggestion.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { NoScriptJoin } from '#shell/ui/pages/page-context.ts'
import type { joinForm } from '../../schema.ts'
import { JoinNotice } from './join-notice.tsx'
import { type Joined, type JoinState, resultState, slot, toAttributes } from './join-states.ts'

interface JoinFormProps {
  formKey: string | undefined
  invitedByCode: string | null
  posted: NoScriptJoin | null
}

type Answer = NoScriptJoin['answer']

const field: FieldOf<typeof joinForm> = (name) => name

const isJoined = (answer: Answer): answer is Joined => typeof answer === 'object' && answer.error === null

/** Posts to the page's URL, which renders the next state (spec, section 4). membership/ui/join/join.ts calls the procedure and shows a template. */
export function JoinForm({ posted, formKey, invitedByCode: code }: JoinFormProps) {
  const outcome = posted && isJoined(posted.answer) ? { email: posted.email, answer: posted.answer } : null
  return (
    <div
      data-join
      data-done={outcome ? '' : undefined}
      {...(outcome && toAttributes(outcome))}
      tabIndex={-1}
      className="outline-none [--field-error:var(--color-on-deep)]"
    >
      <div data-join-part>{!outcome && <PostedFields formKey={formKey} code={code} posted={posted} />}</div>
      <div role="status" data-join-part>
        {outcome && <Result {...outcome} />}
      </div>
      <p hidden data-member>
        <Link to="/waitlist" className="mt-6 inline-flex min-h-touch items-center text-on-deep underline underline-offset-4">
          {m.waitlist_form_your_page()}
        </Link>
      </p>
      <Template state="form">
        <JoinFields code={code} />
      </Template>
      <Template state="refused">
        <JoinFields code={null} refusal={slot('message')} />
      </Template>
      {results.map((result) => (
        <Template key={resultState(result)} state={resultState(result)}>
          <JoinNotice
            {...result}
            email={slot('email')}
            place={slot('position')}
            meant={slot('meant')}
            message={slot('message')}
          />
        </Template>
      ))}
    </div>
  )
}

const results = [true, false].flatMap((mailed) => [
  { userExists: false, mailed },
  { userExists: true, mailed },
])

const Template = ({ state, children }: { state: JoinState; children: ReactNode }) => (
  <template data-join-state={state}>{children}</template>
)

function Result({ email, answer }: { email: string; answer: Joined }) {
  const { userExists, mailed, message, data } = answer
  const place = data ? formatOrdinal(data.position, getLocale()) : ''
  return <JoinNotice {...{ userExists, mailed, message, email, place }} meant={suggestEmail(email)} />
}

interface JoinFieldsProps {
  formKey?: string | undefined
  code: string | null
  email?: string | undefined
  error?: string | undefined
  /** Why the code was refused. */
  refusal?: string | undefined
}

function PostedFields({ posted, ...form }: Pick<JoinFieldsProps, 'formKey' | 'code'> & Pick<JoinFormProps, 'posted'>) {
  const answer = posted?.answer
  const refusal = typeof answer === 'object' && answer.error === 'invalid_code' ? answer.message : undefined
  return <JoinFields email={posted?.email} error={errorText(answer, posted?.email)} refusal={refusal} {...form} />
}

function JoinFields({ formKey, code, email, error, refusal }: JoinFieldsProps) {
  return (
    <form
      noValidate
      method="post"
      action={`${localizePath(code ? `/?ref=${encodeURIComponent(code)}` : '/', getLocale())}#email-collection`}
      data-invalid={m.waitlist_form_invalid()}
      data-foreign={foreignText()}
      data-failed={failedText(m.waitlist_form_failed())}
      data-limited={failedText(m.waitlist_form_limited({ wait: '{wait}' }))}
    >
      {formKey && <input type="hidden" name={field('key')} value={formKey} />}
      <p hidden={!code || refusal !== undefined} data-invited className="mb-3 font-semibold text-voice-bright">
        {m.waitlist_form_invited()}
      </p>
      <Honeypot />
      <EmailField
        id="join-email"
        label={m.waitlist_form_label()}
        labelHidden
        name={field('email')}
        placeholder={m.waitlist_form_placeholder()}
        defaultValue={email}
        error={error}
        beside={
          <Button type="submit" variant="bright" size="lg" data-sending={m.waitlist_form_sending()}>
            {m.waitlist_form_submit()}
          </Button>
        }
      />
      <div aria-live="polite">
        <button
          type="button"
          hidden
          data-suggestion={m.ui_email_suggestion({ email: '{email}' })}
          className="min-h-touch text-on-deep wrap-anywhere underline underline-offset-4"
        />
      </div>
      {refusal === undefined ? <Invitation code={code} /> : <CodeToMend code={code} error={refusal} />}
    </form>
  )
}

/** For an invitation whose link was opened elsewhere, or that a friend told. A closed or hidden part is sent, too. */
function Invitation({ code }: { code: string | null }) {
  return (
    <details hidden={Boolean(code)} data-invitation className="text-on-deep">
      <summary className="inline-flex min-h-touch cursor-pointer items-center underline underline-offset-4">
        {m.waitlist_form_invited_by()}
      </summary>
      <CodeField code={code} hint={m.waitlist_form_invited_hint()} />
    </details>
  )
}

function CodeField({ code, ...texts }: { code: string | null; hint?: string; error?: string }) {
  return (
    <Field
      id="join-code"
      name={field('invitedByCode')}
      label={m.waitlist_form_code()}
      defaultValue={code ?? ''}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={500}
      className="[--field-error:var(--color-on-deep)] [--field-hint:var(--color-on-deep-muted)]"
      {...texts}
    />
  )
}

function CodeToMend({ code, error }: { code: string | null; error: string }) {
  return (
    <div className="mt-3">
      <CodeField code={code} error={error} />
      <p className="mt-1 max-w-[48ch] text-on-deep">{m.waitlist_form_code_hint()}</p>
      <button
        type="submit"
        name={field('without')}
        value="1"
        className="mt-3 min-h-touch text-on-deep underline underline-offset-4"
      >
        {m.waitlist_form_without_code()}
      </button>
    </div>
  )
}

function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <input type="text" name={field('website')} tabIndex={-1} autoComplete="off" />
    </div>
  )
}

const foreignText = () => `${m.waitlist_form_invalid()} ${m.ui_email_foreign()}`

/** For a form without scripts, whose suggestion cannot be a button. */
function invalidText(email: string): string {
  const meant = suggestEmail(email)
  if (meant !== null) return `${m.waitlist_form_invalid()} ${m.ui_email_suggestion({ email: meant })}`
  return hasForeignName(email) ? foreignText() : m.waitlist_form_invalid()
}

const failedText = (message: string) => `${message} ${m.waitlist_form_failed_kept()}`

function errorText(answer: Answer | undefined, email = ''): string | undefined {
  if (answer === 'invalid') return invalidText(email)
  if (answer === 'failed') return failedText(m.waitlist_form_failed())
  return answer?.error === 'failed' ? failedText(answer.message) : undefined
}
