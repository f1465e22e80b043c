import { EmailField as AnyEmailField } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentProps } from 'react'
import { isValidEmail } from '../../rules.ts'

/** `username` makes password managers store the e-mail with the password. */
export function EmailField(field: Omit<ComponentProps<typeof AnyEmailField>, 'label'> & { label?: string }) {
  return <AnyEmailField label={m.auth_email()} autoComplete="username" autoCorrect="off" {...field} />
}

export function emailProblem(email: string): string | undefined {
  if (email === '') return m.auth_email_required()
  return isValidEmail(email) ? undefined : m.auth_email_invalid()
}
