import { agentPath } from '@duo/platform/shared/motif.ts'
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
