import { agentPath, overlapPath } from '#shared/motif.ts'

const person = { x: 32, y: 32, r: 32 }
const agent = { x: 68, y: 32, r: 32 }
const overlap = overlapPath(person, agent)
const agentShape = agentPath(agent, 5)

/** Decorative. `animated` moves the halves together once, except with reduced motion. */
export function Logo({ className = '', animated = false }: { className?: string; animated?: boolean }) {
  return (
    <svg viewBox="0 0 100 64" aria-hidden="true" focusable="false" className={`overflow-visible ${className}`}>
      <circle
        cx={32}
        cy={32}
        r={32}
        className={`fill-(--mark-person,var(--color-voice-deep)) ${animated ? 'animate-meet-left' : ''}`}
      />
      <path d={agentShape} className={`fill-voice-bright ${animated ? 'animate-meet-right' : ''}`} />
      <path d={overlap} className={`fill-overlap ${animated ? 'animate-appear-met' : ''}`} />
    </svg>
  )
}
