import { agentPath, type Half, overlapPath } from '#shared/motif.ts'

const person: Half = { x: 130, y: 150, r: 110 }
const agent: Half = { x: 250, y: 226, r: 110 }
const apart = { x: 84, y: 40 }

interface MotifProgressProps {
  progress: number
  className: string
}

export function MotifProgress({ progress, className }: MotifProgressProps) {
  const rest = 1 - progress
  const [left, right] = [offsetBy(person, -rest), offsetBy(agent, rest)]
  return (
    <svg
      viewBox="0 0 380 400"
      aria-hidden="true"
      focusable="false"
      className={`pointer-events-none absolute overflow-visible ${className}`}
    >
      <circle r={person.r} style={translateStyle(left)} className="fill-on-deep transition-transform duration-slow" />
      <path
        d={agentPath({ x: 0, y: 0, r: agent.r })}
        style={translateStyle(right)}
        className="fill-voice-bright transition-transform duration-slow"
      />
      {/* remounted per step, so that the overlap appears after the transition */}
      <path key={progress} d={overlapPath(left, right)} className="animate-appear-met fill-overlap" />
    </svg>
  )
}

const offsetBy = ({ x, y, r }: Half, rest: number): Half => ({ x: x + rest * apart.x, y: y + rest * apart.y, r })
const translateStyle = ({ x, y }: Half) => ({ transform: `translate(${x}px, ${y}px)` })
