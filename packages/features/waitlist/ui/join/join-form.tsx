import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { EmailField, Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import { Link } from '@tanstack/react-router'
import type { NoScriptJoin } from '../../../shell/ui/pages/page-context.ts'
import { JoinResult } from './join-result.tsx'

interface JoinFormProps {
  formKey: string | undefined
  invitedByCode: string | null
  posted: NoScriptJoin | null
}

type Answer = Exclude<NoScriptJoin['answer'], string>

export type JoinOutcome = { email: string; answer: Extract<Answer, { error: null }> }

function outcomeOf(posted: NoScriptJoin | null): JoinOutcome | null {
  if (!posted || typeof posted.answer === 'string' || posted.answer.error !== null) return null
  return { email: posted.email, answer: posted.answer }
}

/** Posts to the page's URL, which renders the next state (spec, section 4). join-script.ts posts in place and shows the surveys. */
export function JoinForm({ posted, ...form }: JoinFormProps) {
  const outcome = outcomeOf(posted)
  return (
    <div
      data-join
      data-posted={posted ? '' : undefined}
      data-done={outcome ? '' : undefined}
      data-outcome={outcome ? JSON.stringify(outcome) : undefined}
      tabIndex={-1}
      className="outline-none [--field-error:var(--color-on-deep)]"
    >
      <div data-join-part>{!outcome && <JoinFields posted={posted} {...form} />}</div>
      <div role="status" data-join-part>
        {outcome && <Result {...outcome} />}
      </div>
      <p hidden data-member>
        <Link to="/waitlist" className="mt-6 inline-flex min-h-touch items-center text-on-deep underline underline-offset-4">
          {m.waitlist_form_your_page()}
        </Link>
      </p>
    </div>
  )
}

function Result({ email, answer }: JoinOutcome) {
  const { message, mailed } = answer
  if (answer.userExists) return <JoinResult state="exists" email={email} position={undefined} mailed={mailed} message={message} />
  return <JoinResult state="joined" email={email} position={answer.data.position} mailed={mailed} message={message} />
}

function JoinFields({ formKey, invitedByCode, posted }: JoinFormProps) {
  const answer = posted?.answer
  const error = errorText(answer)
  const refusedCode = typeof answer === 'object' && answer.error === 'invalid_code' ? answer : null
  return (
    <form
      noValidate
      method="post"
      action={`${localizePath(invitedByCode ? `/?ref=${encodeURIComponent(invitedByCode)}` : '/', getLocale())}#email-collection`}
      data-invalid={m.waitlist_form_invalid()}
      data-failed={failedText(m.waitlist_form_failed())}
    >
      {formKey && <input type="hidden" name="key" value={formKey} />}
      <input type="hidden" name="fillTimeMs" />
      <p hidden={!invitedByCode || refusedCode !== null} data-invited className="mb-3 font-semibold text-voice-bright">
        {m.waitlist_form_invited()}
      </p>
      <Honeypot />
      <EmailField
        id="join-email"
        label={m.waitlist_form_label()}
        labelHidden
        name="email"
        placeholder={m.waitlist_form_placeholder()}
        defaultValue={posted?.email}
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
      {refusedCode ? <CodeToMend code={invitedByCode} error={refusedCode.message} /> : <Invitation code={invitedByCode} />}
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

function CodeField({ code, ...field }: { code: string | null; hint?: string; error?: string }) {
  return (
    <Field
      id="join-code"
      name="invitedByCode"
      label={m.waitlist_form_code()}
      defaultValue={code ?? ''}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={500}
      className="[--field-error:var(--color-on-deep)] [--field-hint:var(--color-on-deep-muted)]"
      {...field}
    />
  )
}

function CodeToMend({ code, error }: { code: string | null; error: string }) {
  return (
    <div className="mt-3">
      <CodeField code={code} error={error} />
      <p className="mt-1 max-w-[48ch] text-on-deep">{m.waitlist_form_code_hint()}</p>
      <button type="submit" name="without" value="1" className="mt-3 min-h-touch text-on-deep underline underline-offset-4">
        {m.waitlist_form_without_code()}
      </button>
    </div>
  )
}

function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -left-[9999px]">
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}

const failedText = (message: string) => `${message} ${m.waitlist_form_failed_kept()}`

function errorText(answer: NoScriptJoin['answer'] | undefined): string | undefined {
  if (answer === 'invalid') return m.waitlist_form_invalid()
  if (answer === 'failed') return failedText(m.waitlist_form_failed())
  return answer?.error === 'failed' ? failedText(answer.message) : undefined
}
