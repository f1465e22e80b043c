/** `primary`: the main action, `bright` on the deep ground. `quiet`: a second one. `plain`: no box. `danger`: not undoable. */
export type ButtonVariant = 'primary' | 'bright' | 'quiet' | 'plain' | 'danger'
export type ButtonSize = 'md' | 'lg'

const base =
  'inline-flex items-center justify-center gap-2 rounded-voice font-semibold whitespace-nowrap transition-[background-color,color,border-color,transform] active:translate-y-px disabled:cursor-not-allowed aria-disabled:cursor-not-allowed print:border print:border-line-strong print:bg-transparent print:text-ink'

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-on-accent enabled-hover:bg-accent-strong disabled:bg-line disabled:text-muted',
  bright: 'bg-voice-bright text-on-bright enabled-hover:bg-[#ffc867] disabled:bg-on-deep-muted disabled:text-[#4b3b50]',
  quiet: 'border border-line-strong text-ink enabled-hover:border-ink enabled-hover:bg-paper-sunk disabled:text-muted',
  plain: 'text-ink enabled-hover:bg-paper-sunk disabled:text-muted',
  danger: 'bg-danger text-paper enabled-hover:opacity-90',
}

const sizes: Record<ButtonSize, string> = {
  md: 'min-h-touch px-5 text-sm',
  lg: 'min-h-14 px-7 text-base',
}

export const buttonClasses = (variant: ButtonVariant = 'primary', size: ButtonSize = 'md') =>
  `${base} ${variants[variant]} ${sizes[size]}`
