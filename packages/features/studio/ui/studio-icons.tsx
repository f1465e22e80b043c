const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

export function DocumentIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none" {...line}>
      <path d="M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" />
    </svg>
  )
}

export function SearchIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none" {...line}>
      <circle cx={11} cy={11} r={6} />
      <path d="M16 16l4 4" />
    </svg>
  )
}

/** Two shapes: apart while a file is sent, near while it is read, met when it is ready. */
export function PairMark({ state }: { state: 'apart' | 'near' | 'met' | 'failed' }) {
  const shift = { apart: 8, near: 4, met: 0, failed: 8 }[state]
  return (
    <svg viewBox="0 0 40 24" aria-hidden="true" focusable="false" className="mt-1 h-5 w-9 flex-none">
      <circle cx={12 - shift / 4} cy={12} r={7} className="fill-voice-deep" />
      <path
        d="M15 12a7 7 0 1 1 14 0v7h-7a7 7 0 0 1-7-7z"
        transform={`translate(${shift} 0)`}
        className={state === 'failed' ? 'fill-none stroke-overlap stroke-2' : 'fill-voice-bright'}
      />
      {state === 'met' && <path d="M17 7.1a7 7 0 0 1 0 9.8 7 7 0 0 1 0-9.8z" className="fill-overlap" />}
    </svg>
  )
}
