import { inputClasses } from '@duo/platform/browser/ui/forms/field.tsx'
import { m } from '@duo/platform/i18n/messages.ts'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'

interface PasswordFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'id'> {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Also part of the input's id, which password managers read. */
  autoComplete: 'current-password' | 'new-password'
}

/** Hidden again on submit, so that password managers recognize it. */
export function PasswordField({ label, hint, error, autoComplete, className = '', ...input }: PasswordFieldProps) {
  const generatedId = useId()
  const id = `${autoComplete}${generatedId}`
  const [isVisible, setIsVisible] = useState(false)
  const describedBy = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={`group/password ${className}`}>
      <label htmlFor={id} className="mb-2 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative grid">
        <input
          id={id}
          type={isVisible && !input.readOnly ? 'text' : 'password'}
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy || undefined}
          className={`${inputClasses} pr-16`}
          {...input}
        />
        <button
          type="button"
          aria-pressed={isVisible}
          aria-label={m.auth_password_show()}
          data-show-password
          onClick={() => setIsVisible(!isVisible)}
          className="absolute top-1.5 right-1.5 grid size-touch place-items-center rounded-full hover:bg-paper-sunk"
        >
          <EyeIcon />
        </button>
      </div>
      {hint && (
        <div id={`${id}-hint`} className="mt-2 text-sm text-muted">
          {hint}
        </div>
      )}
      <p id={`${id}-error`} aria-live="polite" className="mt-2 text-sm font-semibold text-danger empty:mt-0">
        {error}
      </p>
    </div>
  )
}

function EyeIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
      className="size-6 fill-none stroke-current stroke-2 [stroke-linecap:round] [stroke-linejoin:round]"
    >
      <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.500 12z" />
      <circle cx={12} cy={12} r={3} />
      <path d="M4 20L20 4" className="in-aria-pressed:hidden" />
    </svg>
  )
}
