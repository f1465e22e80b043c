/** The few icons of the first load, drawn here: no icon library there. Decorative; the control they stand in has a name. */
const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 2, strokeLinecap: 'round' } as const

/** A cross. */
export function CloseIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-6" {...line}>
      <path d="M6 6l12 12M18 6L6 18" />
    </svg>
  )
}

/** Two lines of unequal length: the two voices. */
export function MenuIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-6" {...line}>
      <path d="M4 9h16M10 16h10" />
    </svg>
  )
}

/** An arrow to the right, as high as the text it follows. */
export function ArrowIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-[1.2em]" strokeLinejoin="round" {...line}>
      <path d="M4 12h15M13 6l6 6-6 6" />
    </svg>
  )
}
