import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'

export { type ButtonSize, type ButtonVariant, buttonClasses } from './button-classes.ts'

interface ButtonStyle {
  variant?: ButtonVariant
  size?: ButtonSize
}

export function Button({
  variant,
  size,
  busy = false,
  className = '',
  children,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & ButtonStyle & { busy?: boolean }) {
  return (
    <button type={type} aria-busy={busy || undefined} className={`${buttonClasses(variant, size)} ${className}`} {...rest}>
      {busy && <Spinner />}
      {/* in an element of its own: the spinner appears before it, also where a translator has moved the text */}
      <span className="contents">{children}</span>
    </button>
  )
}

/** For external links; internal ones use `buttonClasses` on the router's `Link`. */
export function ButtonLink({ variant, size, className = '', children, ...rest }: ComponentProps<'a'> & ButtonStyle) {
  return (
    <a className={`${buttonClasses(variant, size)} ${className}`} {...rest}>
      {children}
    </a>
  )
}
