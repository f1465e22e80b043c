import { agentPath, overlapPath } from '../../../shared/motif.ts'

const markPerson = { x: 32, y: 32, r: 32 }
const markAgent = { x: 68, y: 32, r: 32 }
const markOverlap = overlapPath(markPerson, markAgent)
const markAgentShape = agentPath(markAgent, 5)

/**
 * The mark: a person's circle and the agent's shape, which meet in a third colour. Decorative, so hidden from assistive
 * technology; size it with a height class. `meeting` lets the halves come together once (not with reduced motion).
 */
export function Mark({ className = '', meeting = false }: { className?: string; meeting?: boolean }) {
  return (
    <svg viewBox="0 0 100 64" aria-hidden="true" focusable="false" className={`overflow-visible ${className}`}>
      <circle
        cx={32}
        cy={32}
        r={32}
        className={`fill-(--mark-person,var(--color-voice-deep)) ${meeting ? 'animate-meet-left' : ''}`}
      />
      <path d={markAgentShape} className={`fill-voice-bright ${meeting ? 'animate-meet-right' : ''}`} />
      <path d={markOverlap} className={`fill-overlap ${meeting ? 'animate-appear-met' : ''}`} />
    </svg>
  )
}
