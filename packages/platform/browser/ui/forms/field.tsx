import { type ComponentProps, type ReactNode, useId } from 'react'

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode
  /** Help that is always there, read after the label. */
  hint?: ReactNode
  /** What is wrong and what to do; empty or missing when nothing is. Announced when it appears. */
  error?: ReactNode
  /** Hide the label from sight, for forms of one field whose heading says the same. It stays for assistive technology. */
  labelHidden?: boolean
  /** Something on the same line as the input, such as the submit button of a one-field form. */
  beside?: ReactNode
}

/** The classes of an input, for fields that are made elsewhere. */
export const inputClasses =
  'min-h-14 w-full min-w-0 flex-1 rounded-heard border border-line-strong bg-paper-raised px-5 text-base text-ink transition-colors hover:border-ink aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-70'

/**
 * Label, input, hint and error, tied together: the input is described by hint and error, and marked invalid while there is an
 * error. The line for the error is always in the page, so that screen readers notice when it fills.
 */
export function Field({ label, hint, error, labelHidden = false, beside, id, className = '', ...input }: FieldProps) {
  const made = useId()
  const field = id ?? made
  const hasError = error !== undefined && error !== null && error !== ''
  const describedBy = [hint ? `${field}-hint` : '', hasError ? `${field}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={field} className={labelHidden ? 'sr-only' : 'mb-2 block text-sm font-semibold'}>
        {label}
      </label>
      {/* on a phone what stands beside the input comes after its messages, so that an error touches the field it is about */}
      <div className={beside ? 'grid gap-x-3 sm:grid-cols-[1fr_auto]' : 'grid'}>
        <input
          id={field}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy || undefined}
          className={inputClasses}
          {...input}
        />
        {beside && <div className="order-last grid max-sm:mt-3 sm:order-none">{beside}</div>}
        {hint && (
          <p id={`${field}-hint`} className="mt-2 text-sm text-muted sm:col-span-full">
            {hint}
          </p>
        )}
        <p
          id={`${field}-error`}
          aria-live="polite"
          className="mt-2 min-h-6 text-sm font-semibold text-(--field-error,var(--color-danger)) max-sm:empty:mt-0 max-sm:empty:min-h-0 sm:col-span-full"
        >
          {hasError ? error : null}
        </p>
      </div>
    </div>
  )
}
