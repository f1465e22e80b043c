import { type ComponentProps, type ReactNode, useId } from 'react'
import { useTypedEarly } from '#browser/input/typed-early.ts'
import { emailInputMaxLength } from '#shared/email.ts'

interface FieldProps extends ComponentProps<'input'> {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Visually hidden only, for single-field forms whose heading says the same. */
  labelHidden?: boolean
  beside?: ReactNode
}

export const inputClasses =
  'min-h-14 w-full min-w-0 flex-1 rounded-heard border border-line-strong bg-paper-raised px-5 text-base text-ink transition-colors hover:border-ink aria-invalid:border-2 aria-invalid:border-danger disabled:opacity-70'

/** The alert element is always rendered, so that screen readers announce its text when it appears. */
export function Field({ label, hint, error, labelHidden = false, beside, id, className = '', ...input }: FieldProps) {
  const made = useId()
  const field = id ?? made
  useTypedEarly(field, input.value !== undefined)
  const hasError = Boolean(error)
  const describedBy = [hint ? `${field}-hint` : '', hasError ? `${field}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label htmlFor={field} className={labelHidden ? 'sr-only' : 'mb-2 block text-sm font-semibold'}>
        {label}
      </label>
      {/* on phones `beside` follows the messages, so that an error is next to its field */}
      <div className={beside ? 'grid gap-x-3 sm:grid-cols-[1fr_auto]' : 'grid'}>
        <input
          id={field}
          dir={input.type === undefined || input.type === 'text' ? 'auto' : undefined}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy || undefined}
          className={inputClasses}
          {...input}
        />
        {beside && <div className="order-last grid max-sm:mt-3 sm:order-none">{beside}</div>}
        {hint && (
          <p id={`${field}-hint`} className="mt-2 text-sm text-(--field-hint,var(--color-muted)) sm:col-span-full">
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

/** Browsers show the e-mail keyboard and neither capitalize nor spell-check this type. */
export const EmailField = (field: Omit<ComponentProps<typeof Field>, 'type'>) => (
  <Field type="email" autoComplete="email" required maxLength={emailInputMaxLength} {...field} />
)
