import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { EmailField, Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { localizePath } from '@duo/platform/shared/locale.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { beforeJoin, byInvitation } from '#shell/ui/pages/use-viewer.ts'
import type { joinForm } from '../../schema.ts'

const field: FieldOf<typeof joinForm> = (name) => name

export interface JoinPage {
  formKey: string | undefined
  /** Undefined: the page's own address. */
  action?: string | undefined
  /** Of the invitation that led here. */
  code: string | null
}

export const joinAction = (code: string | null) =>
  `${localizePath(code ? `/?ref=${encodeURIComponent(code)}` : '/', getLocale())}#email-collection`

interface JoinFieldsProps extends Partial<JoinPage> {
  code: string | null
  email?: string | undefined
  error?: string | undefined
  /** Why the code was refused. */
  refusal?: string | undefined
}

export function JoinFields({ formKey, action, code, email, error, refusal }: JoinFieldsProps) {
  return (
    <JoinFormElement formKey={formKey} action={action}>
      <p hidden data-join-note="other" className="mb-3 max-w-[44ch] text-on-deep">
        {m.waitlist_member_other_note()}
      </p>
      <p hidden data-join-note="forgotten" className="mb-3 max-w-[44ch] text-on-deep">
        {m.waitlist_member_forgotten()}
      </p>
      <p hidden={!code || refusal !== undefined} data-invited className="mb-3 font-semibold text-voice-bright">
        {m.waitlist_form_invited()}
      </p>
      <JoinEmail id="join-email" label={m.waitlist_form_label()} variant="bright" defaultValue={email} error={error} />
      <div aria-live="polite">
        <button
          type="button"
          hidden
          data-suggestion={m.ui_email_suggestion({ email: '{email}' })}
          className="min-h-touch text-on-deep wrap-anywhere underline underline-offset-4"
        />
      </div>
      {refusal === undefined ? <Invitation code={code} /> : <CodeToMend code={code} error={refusal} />}
      <AlreadyJoined />
    </JoinFormElement>
  )
}

/** Posts to the page's URL, which renders the next state (spec, section 4). The script reads its failure texts. */
function JoinFormElement({ formKey, children, ...form }: Pick<Partial<JoinPage>, 'formKey'> & ComponentProps<'form'>) {
  return (
    <form
      noValidate
      method="post"
      data-invalid={m.waitlist_form_invalid()}
      data-foreign={foreignText()}
      data-failed={failedText(m.waitlist_form_failed())}
      data-limited={failedText(m.waitlist_form_limited({ wait: '{wait}' }))}
      {...form}
    >
      {formKey && <input type="hidden" name={field('key')} value={formKey} />}
      <Honeypot />
      <div className="contents">{children}</div>
    </form>
  )
}

type JoinEmailProps = Omit<ComponentProps<typeof EmailField>, 'name' | 'beside'> & Pick<ComponentProps<typeof Button>, 'variant'>

const JoinEmail = ({ variant, ...email }: JoinEmailProps) => (
  <EmailField
    labelHidden
    name={field('email')}
    placeholder={m.waitlist_form_placeholder()}
    beside={
      <Button type="submit" variant={variant} size="lg" data-sending={m.waitlist_form_sending()}>
        {m.waitlist_form_submit()}
      </Button>
    }
    {...email}
  />
)

/** The field of the first screen. With scripts it hands the address over to the join section. */
export function JoinStart({ formKey, action, code }: JoinPage) {
  return (
    <JoinFormElement data-join-start formKey={formKey} action={action}>
      {code && <input type="hidden" name={field('invitedByCode')} value={code} />}
      <p className={`mb-2 font-semibold ${code ? '' : byInvitation}`}>{m.waitlist_form_invited_you()}</p>
      <JoinEmail id="start-email" label={m.waitlist_form_placeholder()} />
    </JoinFormElement>
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

/** On a device that remembers no member. */
const AlreadyJoined = () => (
  <p className={`mt-1 text-on-deep ${beforeJoin}`}>
    <Link to="/waitlist" className="inline-flex min-h-touch items-center underline underline-offset-4">
      {m.waitlist_form_already()}
    </Link>
  </p>
)

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

export const foreignText = () => `${m.waitlist_form_invalid()} ${m.ui_email_foreign()}`

export const failedText = (message: string) => `${message} ${m.waitlist_form_failed_kept()}`
