import { agentPath, overlapPath } from '@duo/platform/shared/motif.ts'
import type { ReactNode } from 'react'

/** All drawings are 240 units high, so that their lines have the same weight. */
function Art({ width, children }: { width: number; children: ReactNode }) {
  return (
    <svg
      viewBox={`0 0 ${width} 240`}
      aria-hidden="true"
      focusable="false"
      className="h-auto w-full self-end overflow-visible fill-none stroke-line-strong"
      style={{ maxWidth: `${width / 16}rem` }}
    >
      {children}
    </svg>
  )
}

const deep = 'fill-voice-deep stroke-none'
const bright = 'fill-voice-bright stroke-none'
const both = 'fill-overlap stroke-none'

export function ArtContent() {
  const [person, agent] = [
    { x: 372, y: 120, r: 56 },
    { x: 480, y: 120, r: 120 },
  ]
  return (
    <Art width={600}>
      <path d="M128 44C250 44 220 120 372 120M128 120H372M128 196C250 196 220 120 372 120" />
      <rect y={12} width={112} height={64} rx={6} className={deep} />
      <path d="M48 32v24l20-12Z" className="fill-on-deep stroke-none" />
      <path d="M0 100H112M0 120H112M0 140H72" strokeWidth={6} className="stroke-ink" />
      <path d="M12 196 56 176 100 206M56 176 64 226" />
      <path d="M12 196h0M56 176h0M100 206h0M64 226h0" strokeWidth={22} strokeLinecap="round" className="stroke-voice-deep" />
      <path d={agentPath(agent)} className={bright} />
      <circle cx={person.x} cy={person.y} r={person.r} className={deep} />
      <path d={overlapPath(person, agent)} className={both} />
    </Art>
  )
}

export function ArtMoney() {
  return (
    <Art width={600}>
      {[0, 24, 54, 90, 130].map((x) => (
        <circle key={x} cx={250 - x} cy={120} r={119} strokeOpacity={1 - x / 150} />
      ))}
      <circle cx={270} cy={120} r={120} className={deep} />
      <path d={agentPath({ x: 470, y: 120, r: 120 })} className={bright} />
      <path d={overlapPath({ x: 270, y: 120, r: 120 }, { x: 470, y: 120, r: 120 })} className={both} />
      <g textAnchor="middle" fontSize={64} className="stroke-none font-voice font-[620]">
        <text x={262} y={142} className="fill-on-deep">
          US$
        </text>
        <text x={482} y={142} className="fill-on-bright">
          R$
        </text>
      </g>
    </Art>
  )
}
