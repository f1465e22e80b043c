import { EmailField } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { field } from '../fields/form-values.ts'

interface DocumentEmailFieldProps {
  autoComplete: string
  className?: string
}

/** The e-mail of a form in a document, whose script offers the suggestion. */
export function DocumentEmailField({ autoComplete, className = '' }: DocumentEmailFieldProps) {
  return (
    <div className={className}>
      <EmailField name={field('email')} label={m.auth_email()} autoComplete={autoComplete} autoCorrect="off" />
      <div aria-live="polite">
        <button
          type="button"
          hidden
          data-suggestion={m.ui_email_suggestion({ email: '{email}' })}
          className="text-link min-h-touch text-sm wrap-anywhere"
        />
      </div>
    </div>
  )
}
