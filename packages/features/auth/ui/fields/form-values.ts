import { normalizeEmail } from '@duo/platform/shared/email.ts'
import type { NameOf } from '@duo/platform/shared/typed/field-names.ts'

export type FormValues = Record<'name' | 'email' | 'password' | 'current', string>

export type FieldName = keyof Pick<FormValues, 'name' | 'email' | 'password'>

export const field: NameOf<FormValues> = (name) => name

export function inputOf(form: HTMLFormElement, name: keyof FormValues): HTMLInputElement | null {
  const input = form.elements.namedItem(name)
  return input instanceof HTMLInputElement ? input : null
}

/** Returns the trimmed values; passwords are not trimmed. A repaired e-mail is shown in its field, because it is what we store. */
export function readValues(form: HTMLFormElement): FormValues {
  const email = inputOf(form, field('email'))
  if (email) email.value = normalizeEmail(email.value) ?? email.value
  const data = new FormData(form)
  const text = (name: keyof FormValues) => String(data.get(name) ?? '')
  return {
    name: text(field('name')).trim(),
    email: text(field('email')).trim(),
    password: text(field('password')),
    current: text(field('current')),
  }
}
