import { useTypedEarly } from '@duo/platform/browser/input/typed-early.ts'
import { type ReactNode, useId } from 'react'

interface LongFieldProps {
  label: string
  hint?: ReactNode
  /** Of a field that is checked; empty or null while it is right. */
  error?: string | null
  value: string
  maxLength: number
  /** Opened by the person who will write in it. */
  autoFocus?: boolean
  onText: (text: string) => void
}

/** A text of several lines. */
export function LongField({ label, hint, error, value, maxLength, autoFocus, onText }: LongFieldProps) {
  const id = useId()
  useTypedEarly(id, true)
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {label}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        value={value}
        maxLength={maxLength}
        // biome-ignore lint/a11y/noAutofocus: set for a field that the person opened
        autoFocus={autoFocus}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className="block w-full resize-y rounded-heard border border-line-strong bg-paper-raised px-5 py-3 text-base hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
        onChange={({ target }) => onText(target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
      {error !== undefined && (
        <p id={`${id}-error`} role="alert" className="mt-2 min-h-6 text-sm font-semibold text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
