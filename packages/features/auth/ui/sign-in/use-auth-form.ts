import { normalizeEmail } from '@duo/platform/shared/email.ts'
import type { NameOf } from '@duo/platform/shared/field-names.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AuthError, AuthResult } from '../auth-client.ts'
import { errorField, errorText, type FieldName } from '../error-messages.ts'

export type Problems = Partial<Record<FieldName, string | undefined>>

interface SubmitOptions<Data> {
  problems?: Problems
  send: () => Promise<AuthResult<Data>>
  /** Runs on success; the form stays busy until it resolves. */
  done: (data: Data) => unknown
  failed: () => string
  /** Maps an error to a field that the form names differently. */
  field?: (refusal: AuthError) => FieldName | undefined
}

/** Inputs stay uncontrolled for password managers. The first invalid field gets the focus. */
export function useAuthForm() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Problems>({})
  const [refusal, setRefusal] = useState<AuthError | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [failureCount, setFailureCount] = useState(0)

  useEffect(() => {
    if (failureCount > 0 && !busy) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [failureCount, busy])

  const showProblems = (problems: Problems) => {
    setErrors(problems)
    setFailureCount((before) => before + 1)
  }
  const clear = () => {
    setErrors({})
    setRefusal(null)
    setMessage(null)
  }
  const submit = async <Data>({ problems = {}, send, done, failed, field: fieldOf = errorField }: SubmitOptions<Data>) => {
    if (busy) return
    clear()
    if (Object.values(problems).some(Boolean)) return showProblems(problems)
    setBusy(true)
    try {
      const { refusal, data } = await send()
      if (refusal === null) {
        await done(data)
        return
      }
      const fieldName = fieldOf(refusal)
      if (fieldName) return showProblems({ [fieldName]: errorText(refusal) })
      setRefusal(refusal)
      setMessage(errorText(refusal))
    } catch (error) {
      console.error(error)
      setMessage(failed())
    } finally {
      setBusy(false)
    }
  }
  const field = (name: FieldName) => ({
    name,
    readOnly: busy,
    error: errors[name],
    onInput: () => setErrors((before) => (before[name] ? { ...before, [name]: undefined } : before)),
  })
  return { form, busy, message, refusal, submit, field }
}

export type FormValues = Record<'name' | 'email' | 'password' | 'current', string>

/** Returns the trimmed values; passwords are not trimmed. A repaired e-mail is shown in its field, because it is what we store. */
export function valuesOf(event: FormEvent<HTMLFormElement>): FormValues {
  const field: NameOf<FormValues> = (name) => name
  event.preventDefault()
  const emailField = event.currentTarget.elements.namedItem(field('email'))
  if (emailField instanceof HTMLInputElement) emailField.value = normalizeEmail(emailField.value) ?? emailField.value
  const data = new FormData(event.currentTarget)
  const text = (name: keyof FormValues) => String(data.get(name) ?? '')
  return {
    name: text(field('name')).trim(),
    email: text(field('email')).trim(),
    password: text(field('password')),
    current: text(field('current')),
  }
}
