import { m } from '@duo/platform/i18n/messages.ts'
import { agentPath, type Half, overlapPath } from '@duo/platform/shared/motif.ts'
import { MakeYours } from '#shell/ui/navigation/make-yours.tsx'

/** Horizontal for wide windows, vertical for phones, where the left half is outside the window. */
const horizontal = { box: '-1 -1 902 542', person: { x: 270, y: 270, r: 270 }, agent: { x: 630, y: 270, r: 270 } }
const vertical = { box: '0 -1 271 832', person: { x: 0, y: 270, r: 270 }, agent: { x: 0, y: 560, r: 270 } }

export function HomeSteps() {
  const steps = [
    { id: 'bring', title: m.site_steps_bring_title(), text: m.site_steps_bring_text() },
    { id: 'build', title: m.site_steps_build_title(), text: m.site_steps_build_text() },
    { id: 'work', title: m.site_steps_work_title(), text: m.site_steps_work_text() },
  ]
  return (
    <section id="how-it-works" aria-labelledby="steps-title" className="-scroll-mt-16 overflow-clip bg-paper-sunk">
      <div className="page-column grid grid-cols-1 gap-x-8 gap-y-12 py-section lg:grid-cols-12">
        <div className="lg:col-span-4">
          <p className="font-semibold text-muted">{m.site_steps_kicker()}</p>
          <h2 id="steps-title" className="font-voice mt-4 text-4xl font-[560] whitespace-pre-line lg:max-xl:text-2xl">
            {m.site_steps_title()}
          </h2>
          <MakeYours className="mt-4" />
        </div>
        <div className="relative lg:col-span-8">
          <StepsMotif {...horizontal} size={230} numerals={[180, 450, 720].map((x) => [x, 350])} className="max-md:hidden" />
          <StepsMotif
            {...vertical}
            preserveAspectRatio="xMaxYMid slice"
            size={150}
            numerals={[145, 415, 685].map((y) => [194, y + 50])}
            className="absolute top-0 -left-gutter h-full w-[min(8.5rem,38vw)] md:hidden"
          />
          <ol className="auto-rows-fr max-md:grid max-md:min-h-120 max-md:grid-cols-1 max-md:pl-[min(8rem,36vw)] md:mt-8 md:grid md:grid-cols-3 md:gap-x-8">
            {steps.map(({ id, title, text }) => (
              <li key={id} className="py-3 max-md:self-center">
                <h3 className="text-xl leading-snug">{title}</h3>
                <p className="mt-2 text-muted">{text}</p>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  )
}

interface StepsMotifProps {
  box: string
  person: Half
  agent: Half
  numerals: number[][]
  size: number
  preserveAspectRatio?: string
  className: string
}

/** Decorative: the list contains the step numbers as text. */
function StepsMotif({ box, person, agent, numerals, size, preserveAspectRatio, className }: StepsMotifProps) {
  const shared = overlapPath(person, agent)
  const clip = `shared-${agent.x}`
  const second = numerals[1]
  return (
    <svg
      viewBox={box}
      preserveAspectRatio={preserveAspectRatio}
      aria-hidden="true"
      focusable="false"
      className={`fill-none stroke-ink stroke-[1.5] ${className}`}
    >
      <path d={shared} className="fill-overlap stroke-none" />
      <circle cx={person.x} cy={person.y} r={person.r} />
      <path d={agentPath(agent)} />
      <clipPath id={clip}>
        <path d={shared} />
      </clipPath>
      <g textAnchor="middle" fontSize={size} className="font-voice fill-ink stroke-none font-[300]">
        {numerals.map(([x, y], index) => (
          <text key={`${x} ${y}`} x={x} y={y}>
            {index + 1}
          </text>
        ))}
        <text x={second?.[0]} y={second?.[1]} clipPath={`url(#${clip})`} className="fill-on-overlap">
          2
        </text>
      </g>
    </svg>
  )
}
