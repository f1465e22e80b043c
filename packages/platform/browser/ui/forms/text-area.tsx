import { type ComponentProps, type ReactNode, type RefObject, useId } from 'react'

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'ref'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  count: string
  ref?: RefObject<HTMLTextAreaElement | null>
}

/** The label is visually hidden: the heading above says the same. */
export function TextArea({ label, hint, error, count, className = '', ...area }: TextAreaProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, `${id}-count`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="mb-5 text-muted">
          {hint}
        </p>
      )}
      <textarea
        id={id}
        dir="auto"
        aria-invalid={Boolean(error) || undefined}
        aria-describedby={describedBy}
        className="block min-h-36 w-full md:min-h-64 resize-y rounded-heard border border-line-strong bg-paper-raised px-5 py-4 text-base text-ink transition-colors hover:border-ink aria-invalid:border-2 aria-invalid:border-danger"
        {...area}
      />
      <div className="mt-2 flex justify-between gap-4 text-sm">
        <p id={`${id}-error`} aria-live="polite" className="font-semibold text-danger">
          {error}
        </p>
        <p id={`${id}-count`} className={`figures flex-none ${error ? 'font-semibold text-danger' : 'text-muted'}`}>
          {count}
        </p>
      </div>
    </div>
  )
}
