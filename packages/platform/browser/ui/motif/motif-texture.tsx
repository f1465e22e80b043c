import { agentPath, type Half } from '#shared/motif.ts'

interface MotifTextureProps {
  width: number
  height: number
  person: Half
  agent: Half
  keep?: 'xMidYMid' | 'xMaxYMid'
  className?: string
}

const fullSizeClasses = 'inset-0 size-full opacity-[0.055]'

export function MotifTexture({
  width,
  height,
  person,
  agent,
  keep = 'xMidYMid',
  className = fullSizeClasses,
}: MotifTextureProps) {
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
