import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link, useHydrated } from '@tanstack/react-router'
import type { FirstStep } from '../../auth-endpoints.ts'
import { signIn } from '../auth-client.ts'
import { EmailField, emailProblem } from '../fields/email-field.tsx'
import { FormMessage } from '../fields/form-message.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { ResendConfirmation } from './resend-confirmation.tsx'
import type { AuthFormProps } from './sign-up-form.tsx'
import { useAuthForm, valuesOf } from './use-auth-form.ts'
import { useFirstAddress } from './use-invited-address.ts'

/** Wrong e-mail and wrong password give the same error, so no field is marked. */
export function SignInForm({
  email,
  invited,
  next,
  onEmail,
  notice,
  disabled,
  onBusy,
  onDone,
}: AuthFormProps & { onDone: (passed: FirstStep) => Promise<unknown> }) {
  const { form, busy, message, refusal, submit, field } = useAuthForm()
  const hydrated = useHydrated()
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
            email: emailProblem(values.email),
            password: values.password === '' ? m.auth_password_required() : undefined,
          },
          send: () => signIn({ email: values.email, password: values.password }),
          done: onDone,
          failed: m.auth_sign_in_failed,
        })
        onBusy(false)
      }}
    >
      <FormMessage text={message ?? notice}>
        {refusal === 'email_not_verified' && <ResendConfirmation email={email} next={next} />}
      </FormMessage>
      <EmailField
        {...field('email')}
        autoComplete="username webauthn"
        defaultValue={firstAddress}
        onChange={(event) => onEmail(event.target.value)}
      />
      <PasswordField {...field('password')} label={m.auth_password()} autoComplete="current-password" required className="mt-3" />
      <p className="mt-1">
        <Link to="/auth/recover" className="text-link inline-flex min-h-touch items-center text-sm font-semibold">
          {m.auth_forgot()}
        </Link>
      </p>
      {/* before hydration, a password would be posted to a page that accepts none */}
      <Button type="submit" size="lg" busy={busy} disabled={busy || disabled || !hydrated} className="mt-2 w-full">
        {m.auth_sign_in_submit()}
      </Button>
    </form>
  )
}
