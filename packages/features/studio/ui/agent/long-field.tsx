import { type ReactNode, useId } from 'react'

interface LongFieldProps {
  label: string
  hint?: ReactNode
  value: string
  maxLength: number
  /** Opened by the person who will write in it. */
  autoFocus?: boolean
  onText: (text: string) => void
}

/** A text of several lines. */
export function LongField({ label, hint, value, maxLength, autoFocus, onText }: LongFieldProps) {
  const id = useId()
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
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="block w-full resize-y rounded-heard border border-line-strong bg-paper-raised px-5 py-3 text-base hover:border-ink"
        onChange={({ target }) => onText(target.value)}
      />
      {hint && (
        <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
