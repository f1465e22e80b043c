const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.8, strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** Decorative: the control around it has the name. */
const icon = (path: string) =>
  function Icon() {
    return (
      <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className="size-5 flex-none" {...line}>
        <path d={path} />
      </svg>
    )
  }

export const DocumentIcon = icon('M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6')
export const SearchIcon = icon('M5 11a6 6 0 1 0 12 0a6 6 0 1 0-12 0M16 16l4 4')
export const AgentIcon = icon('M3 12a6 6 0 1 0 12 0a6 6 0 1 0-12 0M15 6a6 6 0 0 1 6 6v6h-6a6 6 0 0 1 0-12z')
export const TalkIcon = icon('M4 5h16v11H10l-5 4v-4H4z')
export const CoverageIcon = icon('M4 6l2 2 3-4M4 17l2 2 3-4M13 7h7M13 18h7')

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
