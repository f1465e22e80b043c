import { Button } from '@duo/platform/browser/ui/forms/button.tsx'
import { Field } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import type { FieldOf } from '@duo/platform/shared/typed/field-names.ts'
import { useHydrated } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { maxItems, textMaxLength, textProblem } from '../rules.ts'
import type { addInput } from '../schema.ts'
import { useAddItem } from './use-items.ts'

const field: FieldOf<typeof addInput> = (name) => name

const errors = {
  required: () => m.__feature_name___required(),
  too_long: () => m.__feature_name___too_long({ count: textMaxLength }),
  exists: () => m.__feature_name___exists(),
  full: () => m.__feature_name___full({ count: maxItems }),
  failed: () => m.__feature_name___failed(),
}

export function AddItem() {
  const [text, setText] = useState('')
  const [error, setError] = useState<keyof typeof errors | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const hydrated = useHydrated()
  const { state, pending, run } = useAddItem(() => setText(''))
  const shown = error ?? (state in errors ? (state as keyof typeof errors) : null)
  return (
    <form
      noValidate
      method="post"
      className="max-w-2xl"
      onSubmit={(event) => {
        event.preventDefault()
        const problem = textProblem(text)
        setError(problem)
        if (problem === null) void run(text)
        else input.current?.focus()
      }}
    >
      <Field
        ref={input}
        label={m.__feature_name___text()}
        name={field('text')}
        required
        autoComplete="off"
        value={text}
        readOnly={pending}
        error={shown && errors[shown]()}
        onChange={(event) => {
          setText(event.target.value)
          setError(null)
        }}
        beside={
          <Button type="submit" size="lg" busy={pending} disabled={!hydrated} aria-disabled={pending || undefined}>
            {m.__feature_name___add()}
          </Button>
        }
      />
      <p role="status" className="sr-only">
        {state === 'done' && text === '' ? m.__feature_name___added() : ''}
      </p>
    </form>
  )
}
