import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { useState } from 'react'
import type { FirstStep } from '../../auth-endpoints.ts'
import { nameInputMaxLength, passwordMaxLength, passwordProblem } from '../../rules.ts'
import { signUp } from '../auth-client.ts'
import { EmailField, emailProblem } from '../fields/email-field.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { nameProblemText } from '../fields/name-problem-text.ts'
import { NewPasswordField } from '../fields/new-password-field.tsx'
import { PrivacyConsentField } from './privacy-consent-field.tsx'
import { useAuthForm, valuesOf } from './use-auth-form.ts'
import { useFirstAddress } from './use-invited-address.ts'

export interface AuthFormProps {
  email: string
  invited: string | null
  next: string | undefined
  onEmail: (email: string) => void
  notice: string | null
  disabled: boolean
  onBusy: (busy: boolean) => void
}

interface SignUpFormProps extends AuthFormProps {
  signsIn: boolean
  onDone: (passed: FirstStep) => unknown
}

export function newPasswordProblem(password: string, own: readonly string[] = []): string | undefined {
  const problem = passwordProblem(password, own)
  if (problem === 'required') return m.auth_password_required()
  if (problem === 'too_short') return m.auth_password_short()
  if (problem === 'blank') return m.auth_password_blank()
  if (problem === 'personal') return m.auth_password_personal()
  return problem === 'too_long' ? m.auth_password_long({ count: passwordMaxLength }) : undefined
}

/** Requires the privacy policy to be accepted first (spec, section 5). */
export function SignUpForm({ email, invited, next, onEmail, notice, disabled, onBusy, signsIn, onDone }: SignUpFormProps) {
  const { form, busy, message, submit, field } = useAuthForm()
  const [hasAccepted, setHasAccepted] = useState(false)
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const firstAddress = useFirstAddress({ email, invited })
  return (
    <form
      ref={form}
      noValidate
      method="post"
      onSubmit={async (event) => {
        const values = valuesOf(event)
        onEmail(values.email)
        onBusy(true)
        await submit({
          problems: {
            name: nameProblemText(values.name),
            email: emailProblem(values.email),
            password: newPasswordProblem(values.password, [values.name, values.email]),
          },
          send: () => {
            const { name, email, password } = values
            return signUp({ name, email, password, language: getLocale(), next }, { signsIn })
          },
          done: onDone,
          failed: m.auth_sign_up_failed,
        })
        onBusy(false)
      }}
    >
      <FormMessage text={message ?? notice} />
      <Field
        {...field('name')}
        label={m.auth_name()}
        autoComplete="name"
        required
        maxLength={nameInputMaxLength}
        onChange={(event) => setName(event.target.value)}
      />
      <EmailField
        {...field('email')}
        defaultValue={firstAddress}
        onChange={(event) => onEmail(event.target.value)}
        className="mt-3"
      />
      <NewPasswordField
        {...field('password')}
        label={m.auth_password()}
        required
        value={password}
        ownWords={[name, email]}
        onValue={setPassword}
        className="mt-3"
      />
      <PrivacyConsentField disabled={busy} onChange={setHasAccepted} />
      <Button type="submit" size="lg" busy={busy} disabled={busy || disabled || !hasAccepted} className="mt-4 w-full">
        {m.auth_sign_up_submit()}
      </Button>
    </form>
  )
}
