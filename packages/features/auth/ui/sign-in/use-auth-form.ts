import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { AuthError, AuthResult } from '../auth-client.ts'
import { errorField, errorText, type FieldName } from '../error-messages.ts'

/** What is wrong with which field. */
export type Problems = Partial<Record<FieldName, string | undefined>>

interface SubmitOptions<Data> {
  /** What the page itself finds wrong; nothing is sent while there is any. */
  problems?: Problems
  send: () => Promise<AuthResult<Data>>
  /** Comes next when it went well; the form stays busy until it is done. */
  done: (data: Data) => unknown
  /** What is said when no answer came. */
  failed: () => string
  /** The field that a refusal names when the form calls it otherwise. */
  field?: (refusal: AuthError) => FieldName | undefined
}

/**
 * What the account forms have in common: busy while it sends, errors beside their fields with the focus on the first, what is about
 * the whole form in one message. Values stay in the inputs, where password managers put them.
 */
export function useAuthForm() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Problems>({})
  const [refusal, setRefusal] = useState<AuthError | null>(null)
  const [message, setMessage] = useState<string | null>(null)
  const [failureCount, setFailureCount] = useState(0)

  // once the inputs can be used again
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
  /** Spread on a field: its error, gone with the next letter. */
  const field = (name: FieldName) => ({
    name,
    readOnly: busy,
    error: errors[name],
    onInput: () => setErrors((before) => (before[name] ? { ...before, [name]: undefined } : before)),
  })
  return { form, busy, message, refusal, submit, field }
}

/** What the form holds, without the blanks around it; a password is taken as it is. */
export function valuesOf(event: FormEvent<HTMLFormElement>) {
  event.preventDefault()
  const data = new FormData(event.currentTarget)
  const text = (name: string) => String(data.get(name) ?? '')
  return { name: text('name').trim(), email: text('email').trim(), password: text('password'), current: text('current') }
}
