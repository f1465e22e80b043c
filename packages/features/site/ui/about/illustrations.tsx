import { agentPath, overlapPath } from '@duo/platform/shared/motif.ts'
import type { ReactNode } from 'react'

const width = 480
const height = 320

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false" className="h-auto w-full overflow-visible">
      {children}
    </svg>
  )
}

export function SealDrawing() {
  const person = { x: 150, y: 160, r: 148 }
  const agent = { x: 310, y: 160, r: 148 }
  return (
    <Drawing>
      <circle cx={person.x} cy={person.y} r={person.r} className="fill-voice-deep" />
      <path d={agentPath(agent)} className="fill-voice-bright" />
      <path d={overlapPath(person, agent)} className="fill-overlap" />
      <path
        d="M200 162l22 24 42-54"
        fill="none"
        strokeWidth={12}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-overlap"
      />
    </Drawing>
  )
}

export function VaultDrawing() {
  const walls = [148, 126, 104]
  return (
    <Drawing>
      <g fill="none" className="stroke-line-strong" strokeWidth={2}>
        {walls.map((r) => (
          <path key={r} d={agentPath({ x: 310, y: 160, r })} />
        ))}
      </g>
      <path d={agentPath({ x: 310, y: 160, r: 82 })} className="fill-voice-bright" />
      <circle cx={296} cy={146} r={40} className="fill-voice-deep" />
      <g className="fill-line">
        <path d={agentPath({ x: 40, y: 96, r: 38 })} />
        <path d={agentPath({ x: 88, y: 226, r: 54 })} />
      </g>
    </Drawing>
  )
}

export function RoyaltiesDrawing() {
  const coins = [
    { x: 300, y: 62, r: 13 },
    { x: 252, y: 66, r: 16 },
    { x: 204, y: 88, r: 19 },
  ]
  return (
    <Drawing>
      <circle cx={150} cy={212} r={108} className="fill-voice-deep" />
      <path d={agentPath({ x: 392, y: 92, r: 76 })} className="fill-voice-bright" />
      {coins.map((coin) => (
        <circle key={coin.r} cx={coin.x} cy={coin.y} r={coin.r} className="fill-overlap" />
      ))}
      <circle cx={166} cy={130} r={22} className="fill-overlap" />
      <circle cx={146} cy={186} r={25} className="fill-overlap" />
    </Drawing>
  )
}
