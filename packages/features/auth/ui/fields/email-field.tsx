import { typeInto } from '@duo/platform/browser/input/type-into.ts'
import { EmailField as AnyEmailField } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { suggestEmail } from '@duo/platform/shared/email/email-suggestion.ts'
import { hasForeignName } from '@duo/platform/shared/email.ts'
import { type ComponentProps, useRef, useState } from 'react'
import { isValidEmail } from '../../rules.ts'

/** `username` makes password managers store the e-mail with the password. A mistyped host gets a suggestion, which may be ignored. */
export function EmailField({ className, ...field }: Omit<ComponentProps<typeof AnyEmailField>, 'label'> & { label?: string }) {
  const input = useRef<HTMLInputElement>(null)
  const [suggestion, setSuggestion] = useState<string | null>(null)
  const take = (email: string) => {
    setSuggestion(null)
    if (!input.current) return
    typeInto(input.current, email)
    input.current.focus()
  }
  return (
    <div className={className}>
      <AnyEmailField
        ref={input}
        label={m.auth_email()}
        autoComplete="username"
        autoCorrect="off"
        {...field}
        onChange={(event) => {
          field.onChange?.(event)
          // not at the end: a button that moved up under the pointer would not be pressed
          setSuggestion(null)
        }}
        onBlur={(event) => {
          field.onBlur?.(event)
          setSuggestion(suggestEmail(event.target.value))
        }}
      />
      <div aria-live="polite">
        {suggestion !== null && (
          <button type="button" className="text-link min-h-touch text-sm wrap-anywhere" onClick={() => take(suggestion)}>
            {m.ui_email_suggestion({ email: suggestion })}
          </button>
        )}
      </div>
    </div>
  )
}

export function emailProblem(email: string): string | undefined {
  if (email === '') return m.auth_email_required()
  if (isValidEmail(email)) return undefined
  return hasForeignName(email) ? `${m.auth_email_invalid()} ${m.ui_email_foreign()}` : m.auth_email_invalid()
}
