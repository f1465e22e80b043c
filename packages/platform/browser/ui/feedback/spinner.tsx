/** Decorative: announce the busy state as text or with `aria-busy`. */
export function Spinner({ className = 'size-[1.1em]' }: { className?: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false" className={`animate-turn ${className}`}>
      <circle cx={6} cy={10} r={4} fill="currentColor" />
      <circle cx={14} cy={10} r={4} fill="currentColor" opacity={0.45} />
    </svg>
  )
}
