import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentProps } from 'react'
import { isValidEmail } from '../../rules.ts'

/** The address somebody signs in with. `username` is what password managers keep beside a password. */
export function EmailField(field: Omit<ComponentProps<typeof Field>, 'label' | 'type'> & { label?: string }) {
  return (
    <Field
      label={m.auth_email()}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      maxLength={254}
      {...field}
    />
  )
}

/** What is wrong with a typed address, in words. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return m.auth_email_required()
  return isValidEmail(email) ? undefined : m.auth_email_invalid()
}
