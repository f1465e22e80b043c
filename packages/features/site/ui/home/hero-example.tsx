import { m } from '@duo/platform/i18n/messages.ts'
import type { ComponentProps } from 'react'
import { MotifBackground } from '../motif-background.tsx'

const phone = { width: 360, height: 548, person: { x: 118, y: 150, r: 150 }, agent: { x: 175, y: 380, r: 165 } }
const wide = { width: 640, height: 710, person: { x: 208, y: 208, r: 206 }, agent: { x: 400, y: 470, r: 240 } }

/** The text must not grow beyond the shapes. On wide windows the question field below is on the first screen too; its talk covers the shapes. */
export function HeroExample() {
  return (
    <figure className="group-data-talk/scene:lg:invisible relative print:w-1/2 -mx-gutter sm:mx-0 lg:ml-auto lg:w-[clamp(22rem,(100svh-17rem)*0.9,100%)]">
      <div data-print="picture" className="@container relative aspect-[360/548] md:aspect-[640/710]">
        <Shapes {...phone} className="md:hidden" />
        <Shapes {...wide} className="max-md:hidden" />
        <div className="absolute top-[10%] left-[5.6%] w-[61%] text-on-deep md:top-[8.5%] md:left-[11%] md:w-[46%]">
          <Label>{m.site_specimen_person_label()}</Label>
          <p className="font-voice mt-[0.5em] -indent-[0.42em] text-[clamp(min(1rem,5.2cqi),5.3cqi,1.9rem)] leading-[1.14] text-balance md:text-[clamp(min(1rem,4.4cqi),4.5cqi,1.9rem)] lg:max-xl:text-[4.3cqi]">
            {m.site_specimen_person_text()}
          </p>
          <p className="mt-[0.6em] text-[min(var(--text-sm),4.2cqi)] text-on-deep-muted">{m.site_specimen_person_source()}</p>
        </div>
        <div className="absolute top-[57%] left-[15%] w-[75%] text-on-bright md:top-[59%] md:left-[42%] md:w-[54%]">
          <Label>{m.site_specimen_agent_label()}</Label>
          <p className="mt-[0.35em] text-[min(var(--text-base),5cqi)] leading-snug lg:max-xl:text-sm">
            {m.site_specimen_question()}
          </p>
          <p className="font-voice mt-[0.45em] text-[clamp(min(1rem,5.2cqi),5.3cqi,1.9rem)] leading-[1.12] font-[580] md:text-[clamp(min(1rem,4.2cqi),4.3cqi,1.9rem)]">
            {m.site_specimen_answer()}
          </p>
        </div>
      </div>
      <figcaption className="mt-3 px-gutter text-sm text-muted sm:px-0 md:mt-4 md:text-right lg:absolute lg:bottom-0 lg:left-0 lg:m-0 lg:max-w-[22%] lg:text-left">
        {m.site_specimen_caption()}
      </figcaption>
    </figure>
  )
}

function Label({ children }: { children: string }) {
  return <p className="figures text-[min(var(--text-sm),4.2cqi)] font-semibold tracking-label">{children}</p>
}

type ShapesProps = Omit<ComponentProps<typeof MotifBackground>, 'children'>

function Shapes(shapes: ShapesProps) {
  const { width, person } = shapes
  const waves = [1, 2, 3, 4, 5, 6]
  const fade = `waves-${width}`
  const top = person.y - person.r
  return (
    <MotifBackground {...shapes}>
      {/* the waves fade towards the top, where the header or the text above would cut them */}
      <linearGradient id={fade} gradientUnits="userSpaceOnUse" x1={0} x2={0} y1={top - 8} y2={person.y}>
        <stop offset="0" stopOpacity={0} className="[stop-color:var(--color-line-strong)]" />
        <stop offset="1" className="[stop-color:var(--color-line-strong)]" />
      </linearGradient>
      <g fill="none" stroke={`url(#${fade})`}>
        {waves.map((wave) => (
          <circle key={wave} cx={person.x} cy={person.y} r={person.r + wave ** 1.35 * 12} strokeOpacity={0.9 / wave ** 1.2} />
        ))}
      </g>
    </MotifBackground>
  )
}
