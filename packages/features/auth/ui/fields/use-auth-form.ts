import { reportMissingPart } from '@duo/platform/browser/parts/missing-part.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { actionErrorText, errorField, errorText, type Refusal } from '../error-messages.ts'
import { fieldProblemOf } from '../trpc-errors.ts'
import { type FieldName, type FormValues, readValues } from './form-values.ts'

export type Problems = Partial<Record<FieldName, string | undefined>>

interface Done {
  error: null
}

interface SubmitOptions<Answer extends Done | Refusal> {
  problems?: Problems
  send: () => Promise<Answer>
  /** Runs on success; the form stays busy until it resolves. */
  done: (answer: Extract<Answer, Done>) => unknown
  failed: () => string
  /** Maps an error to a field that the form names differently. */
  field?: (error: string) => FieldName | undefined
}

const isDone = <Answer extends Done | Refusal>(answer: Answer): answer is Extract<Answer, Done> => answer.error === null
const isRefused = (answer: Done | Refusal): answer is Refusal => answer.error !== null

/** Inputs stay uncontrolled for password managers. The first invalid field gets the focus. */
export function useAuthForm() {
  const form = useRef<HTMLFormElement>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Problems>({})
  const [refusal, setRefusal] = useState<string | null>(null)
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
  const submit = async <Answer extends Done | Refusal>(options: SubmitOptions<Answer>) => {
    const { problems = {}, send, done, failed, field: fieldOf = errorField } = options
    if (busy) return
    clear()
    if (Object.values(problems).some(Boolean)) return showProblems(problems)
    const show = (refusal: Refusal) => {
      const fieldName = fieldOf(refusal.error)
      if (fieldName) return showProblems({ [fieldName]: errorText(refusal) })
      setRefusal(refusal.error)
      setMessage(errorText(refusal))
    }
    setBusy(true)
    try {
      const answer = await send()
      if (isDone(answer)) await done(answer)
      else if (isRefused(answer)) show(answer)
    } catch (error) {
      const problem = fieldProblemOf(error)
      if (problem !== undefined && errorField(problem)) return show({ error: problem })
      console.error(error)
      reportMissingPart(error)
      setMessage(actionErrorText(error, failed()))
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

export function valuesOf(event: FormEvent<HTMLFormElement>): FormValues {
  event.preventDefault()
  return readValues(event.currentTarget)
}
