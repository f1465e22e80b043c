import { agentPath, type Half } from '../../../shared/motif.ts'

interface GroundHalvesProps {
  width: number
  height: number
  person: Half
  agent: Half
  /** Which part stays in sight when the ground has another shape than the drawing. */
  keep?: 'xMidYMid' | 'xMaxYMid'
  /** Where the drawing stands and how strong it is; the whole ground, hardly there, unless told otherwise. */
  className?: string
}

const wholeGround = 'inset-0 size-full opacity-[0.055]'

/** The two halves as a drawing in a deep ground, behind what is said there. */
export function GroundHalves({ width, height, person, agent, keep = 'xMidYMid', className = wholeGround }: GroundHalvesProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio={`${keep} slice`}
      aria-hidden="true"
      focusable="false"
      className={`pointer-events-none absolute fill-on-deep ${className}`}
    >
      <circle cx={person.x} cy={person.y} r={person.r} />
      <path d={agentPath(agent)} />
    </svg>
  )
}
