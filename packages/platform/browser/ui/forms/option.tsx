import type { ComponentProps, ReactNode } from 'react'

export type OptionVariant = 'chip' | 'row' | 'tile'

interface OptionProps extends Omit<ComponentProps<'input'>, 'type'> {
  type: 'radio' | 'checkbox'
  variant?: OptionVariant
  mark?: ReactNode
  children: ReactNode
}

const base =
  'group/choice relative flex cursor-pointer items-center rounded-lg border border-line-strong bg-paper-raised text-ink transition-[background-color,border-color,color,border-radius] active:translate-y-px has-checked:rounded-voice has-checked:border-accent has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-focus not-has-checked:enabled-hover:border-ink not-has-checked:enabled-hover:bg-paper-sunk print:has-checked:bg-transparent print:has-checked:text-ink'

const variantClasses: Record<OptionVariant, string> = {
  chip: 'min-h-touch gap-2.5 py-2 pr-4 pl-3 text-[0.9375rem] leading-tight',
  row: 'min-h-14 gap-3 py-3 pr-5 pl-4',
  tile: 'figures min-h-18 gap-3 py-3 pr-5 pl-4 font-display text-lg leading-snug lg:min-h-24 lg:pr-6 lg:pl-5',
}

/** The selected state also has a tick and a tight corner, so it never depends on colour alone. */
export function Option({ variant = 'chip', mark, children, className = '', ...input }: OptionProps) {
  return (
    <label className={`${base} ${variantClasses[variant]} ${className}`}>
      <input className="absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] outline-none" {...input} />
      <Tick type={input.type} />
      {mark}
      <span className="min-w-0">{children}</span>
    </label>
  )
}

function Tick({ type }: Pick<OptionProps, 'type'>) {
  const radius = type === 'radio' ? 9 : 3
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" className="size-5 flex-none fill-none stroke-current">
      <rect
        x={1}
        y={1}
        width={18}
        height={18}
        rx={radius}
        strokeWidth={1.5}
        className="opacity-60 group-has-checked/choice:opacity-0"
      />
      <path
        d="M4 10.5l4 4L16 6"
        strokeWidth={2.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        pathLength={1}
        strokeDasharray={1}
        className="opacity-0 transition-[stroke-dashoffset] [stroke-dashoffset:1] group-has-checked/choice:opacity-100 group-has-checked/choice:[stroke-dashoffset:0]"
      />
    </svg>
  )
}
