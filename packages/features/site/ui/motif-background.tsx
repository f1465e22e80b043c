import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'
import type { ReactNode } from 'react'

interface MotifBackgroundProps {
  width: number
  height: number
  person: Half
  agent: Half
  className: string
  children?: ReactNode
}

export function MotifBackground({ width, height, person, agent, className, children }: MotifBackgroundProps) {
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
      className={`pointer-events-none absolute inset-0 size-full overflow-visible ${className}`}
    >
      {children}
      <circle cx={person.x} cy={person.y} r={person.r} className="fill-voice-deep" />
      <path d={agentPath(agent)} className="fill-voice-bright" />
      <path d={overlapPath(person, agent)} className="fill-overlap" />
    </svg>
  )
}
