import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'
import { limitText } from './plan-text.ts'

/** One drawing unit is --plan-unit on the page. The person equals three agents, so Free looks like the logo. */
const unit = 26
const radiusOf = (agents: number) => unit * Math.sqrt(agents)
const personRadius = radiusOf(3)

function personBeside({ x, y, r }: Half): Half {
  const offset = (r + personRadius / 8) * Math.SQRT1_2
  return { x: x - offset, y: y - offset, r: personRadius }
}

/** The agent's area is proportional to `agents`. Decorative. */
export function PlanShape({ agents }: { agents: number }) {
  const r = radiusOf(agents)
  const agent = { x: 0, y: 0, r }
  const person = personBeside(agent)
  const start = Math.min(-r, person.x - personRadius)
  const size = { width: r - start, height: r - start }
  return (
    <svg
      viewBox={`${start} ${start} ${size.width} ${size.height}`}
      aria-hidden="true"
      focusable="false"
      style={{ width: `calc(var(--plan-unit) * ${Math.round(size.width)})` }}
      className="max-w-full overflow-visible"
    >
      <Pair person={person} agent={agent} />
      <text
        x={r * 0.14}
        y={r * 0.16}
        fontSize={r * 0.92}
        textAnchor="middle"
        dominantBaseline="central"
        className="font-voice figures fill-on-bright font-[580]"
      >
        {limitText(agents)}
      </text>
    </svg>
  )
}

/** Visible only at its top left edge; the rest is clipped. Absolutely positioned behind its parent's content. */
export function EndlessShape({ className }: { className: string }) {
  const r = 620
  const agent = { x: r, y: r, r }
  const person = personBeside(agent)
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden="true"
      focusable="false"
      style={{ width: 'calc(var(--plan-unit) * 100)' }}
      className={`pointer-events-none absolute overflow-visible print:hidden ${className}`}
    >
      <path d={`M${r} 0A${r} ${r} 0 0 0 0 ${r}V9999H9999V0Z`} className="fill-band" />
      <circle cx={person.x} cy={person.y} r={person.r} className="fill-voice-deep" />
      <path d={overlapPath(person, agent)} className="fill-overlap" />
    </svg>
  )
}

function Pair({ person, agent }: { person: Half; agent: Half }) {
  return (
    <>
      <circle cx={person.x} cy={person.y} r={person.r} className="fill-voice-deep" />
      <path d={agentPath(agent)} className="fill-band" />
      <path d={overlapPath(person, agent)} className="fill-overlap" />
    </>
  )
}
