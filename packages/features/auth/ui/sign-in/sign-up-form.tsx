import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { nameInputMaxLength } from '../../rules.ts'
import { DocumentMessage } from '../fields/form-message.tsx'
import { field } from '../fields/form-values.ts'
import { PasswordHint, RatingText } from '../fields/new-password-field.tsx'
import { PasswordField } from '../fields/password-field.tsx'
import { ratings } from '../fields/password-rating.ts'
import { DocumentEmailField } from './document-email-field.tsx'
import { formProps } from './form-props.ts'
import { PrivacyConsentField } from './privacy-consent-field.tsx'
import type { AuthFormProps } from './sign-in-form.tsx'

/** Requires the privacy policy to be accepted first (spec, section 5). */
export function SignUpForm({ notice }: AuthFormProps) {
  return (
    <form {...formProps('sign-up', { failed: m.auth_sign_up_failed(), late: m.auth_sign_up_late() })}>
      <DocumentMessage data-message hidden={notice === null} text={notice} />
      <Field name={field('name')} label={m.auth_name()} autoComplete="name" required maxLength={nameInputMaxLength} />
      <DocumentEmailField autoComplete="username" className="mt-3" />
      <PasswordField
        name={field('password')}
        label={m.auth_password()}
        autoComplete="new-password"
        hint={<PasswordHint rating={null} />}
        required
        className="mt-3"
      />
      {ratings.map((rating) => (
        <template key={rating} data-rating={rating}>
          <RatingText rating={rating} />
        </template>
      ))}
      <PrivacyConsentField />
      <Button type="submit" size="lg" data-sends disabled className="mt-4 w-full">
        {m.auth_sign_up_submit()}
      </Button>
    </form>
  )
}
