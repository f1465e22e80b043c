import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { codeInput, StepMethod } from '../../schema.ts'

const field: FieldOf<typeof codeInput> = (name) => name

interface CodeFormProps {
  kind: Exclude<StepMethod, 'passkey'>
  submit: string
  send: (code: string) => Promise<string | null>
  children?: ReactNode
}

const inputs = {
  code: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 },
  recovery_code: { autoComplete: 'off', maxLength: 40 },
} as const
const labels = { code: m.second_factor_code, recovery_code: m.second_factor_step_recovery_code }
const missing = { code: m.second_factor_code_required, recovery_code: m.second_factor_step_recovery_required }

/** Takes the focus on mount. A rejected code stays selected, so that typing replaces it. */
export function CodeForm({ kind, submit, send, children }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  useEffect(() => input.current?.focus(), [])

  const showError = (text: string) => {
    setError(text)
    input.current?.focus()
    input.current?.select()
  }
  const check = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const code = (input.current?.value ?? '').replace(/\s/g, '')
    if (code === '') return showError(missing[kind]())
    setBusy(true)
    setError(undefined)
    const problem = await send(code)
    setBusy(false)
    if (problem !== null) showError(problem)
  }
  return (
    <form noValidate method="post" onSubmit={check}>
      <Field
        ref={input}
        name={field('code')}
        label={labels[kind]()}
        readOnly={busy}
        error={error}
        onInput={() => setError(undefined)}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        required
        {...inputs[kind]}
        className="[&_input]:tabular-nums [&_input]:tracking-[0.12em]"
      />
      <div className="mt-4 flex flex-wrap gap-3 *:grow">
        <Button type="submit" size="lg" busy={busy} disabled={!hydrated} aria-disabled={busy || undefined}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  )
}
