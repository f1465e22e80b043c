import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { DocumentMessage } from '../fields/form-message.tsx'
import { field } from '../fields/form-values.ts'
import { PasswordField } from '../fields/password-field.tsx'
import { DocumentEmailField } from './document-email-field.tsx'
import { formProps } from './form-props.ts'
import { ResendConfirmation } from './resend-confirmation.tsx'

export interface AuthFormProps {
  /** What went wrong before, as at a provider. */
  notice: string | null
}

/** Wrong e-mail and wrong password give the same error, so no field is marked. */
export function SignInForm({ notice }: AuthFormProps) {
  return (
    <form {...formProps('sign-in', { failed: m.auth_sign_in_failed(), late: m.auth_sign_in_failed() })}>
      <DocumentMessage data-message hidden={notice === null} text={notice}>
        <div hidden data-unconfirmed>
          <ResendConfirmation />
        </div>
      </DocumentMessage>
      <DocumentEmailField autoComplete="username webauthn" />
      <PasswordField
        name={field('password')}
        label={m.auth_password()}
        autoComplete="current-password"
        required
        className="mt-3"
      />
      <p className="mt-1">
        <Link to="/auth/recover" className="text-link inline-flex min-h-touch items-center text-sm font-semibold">
          {m.auth_forgot()}
        </Link>
      </p>
      {/* until its script runs, a password would be posted to a page that accepts none */}
      <Button type="submit" size="lg" data-sends disabled className="mt-2 w-full">
        {m.auth_sign_in_submit()}
      </Button>
    </form>
  )
}
