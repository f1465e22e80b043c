import { agentPath, type Half, motifAt } from '#shared/motif.ts'

interface MotifProgressProps {
  progress: number
  className: string
}

/** motif-script.ts moves the halves in documents. */
export function MotifProgress({ progress, className }: MotifProgressProps) {
  const { person, agent, overlap } = motifAt(progress)
  return (
    <svg
      data-motif={progress}
      viewBox="0 0 380 400"
      aria-hidden="true"
      focusable="false"
      className={`pointer-events-none absolute overflow-visible ${className}`}
    >
      <circle r={person.r} style={translateStyle(person)} className="fill-on-deep transition-transform duration-slow" />
      <path
        d={agentPath({ x: 0, y: 0, r: agent.r })}
        style={translateStyle(agent)}
        className="fill-voice-bright transition-transform duration-slow"
      />
      {/* remounted per step, so that the overlap appears after the transition */}
      <path key={progress} d={overlap} className="animate-appear-met fill-overlap" />
    </svg>
  )
}

const translateStyle = ({ x, y }: Half) => ({ transform: `translate(${x}px, ${y}px)` })
