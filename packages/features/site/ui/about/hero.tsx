import { m } from '@duo/platform/i18n/messages.ts'
import { MotifBackground } from '../motif-background.tsx'

const phone = { width: 360, height: 470, person: { x: 128, y: 140, r: 140 }, agent: { x: 214, y: 322, r: 148 } }
const wide = { width: 1000, height: 520, person: { x: 262, y: 258, r: 258 }, agent: { x: 700, y: 262, r: 258 } }

export function AboutHero() {
  return (
    <section className="overflow-x-clip pt-header">
      <div className="page-column grid gap-x-8 pt-8 md:pt-10 lg:grid-cols-12 lg:pt-16">
        <p className="font-semibold text-muted lg:col-span-12">{m.site_about_kicker()}</p>
        <h1 className="font-voice mt-4 -ml-[0.04em] text-[min(10vw,var(--text-5xl))] leading-[1.02] text-wrap md:mt-6 lg:col-span-12 lg:text-[min(7.4vw,var(--text-display))] lg:leading-[0.96]">
          <span className="block font-[620] text-balance">{m.site_about_heading_first()}</span>{' '}
          <span className="block font-[300] text-balance">{m.site_about_heading_second()}</span>
        </h1>
        <p className="mt-8 max-w-[40ch] text-lg leading-snug lg:col-span-4 lg:mt-16">{m.site_about_lead()}</p>
        <div className="-mx-gutter mt-12 lg:col-span-8 lg:mt-8 lg:ml-4 lg:-mr-24">
          <Voices />
        </div>
      </div>
    </section>
  )
}

function Voices() {
  return (
    <div data-print="picture" className="@container relative aspect-[360/470] md:aspect-[1000/520]">
      <MotifBackground {...phone} className="md:hidden" />
      <MotifBackground {...wide} className="max-md:hidden" />
      <blockquote className="absolute top-[12%] left-[6%] w-[56%] text-on-deep md:top-[30%] md:left-[7%] md:w-[36%]">
        <p className="text-sm font-semibold tracking-label text-on-deep-muted">{m.site_about_voice_person_label()}</p>
        <p className="font-voice mt-2 -indent-[0.42em] text-[8cqi] leading-[1.02] font-[620] md:text-[5.2cqi]">
          {m.site_about_voice_person()}
        </p>
      </blockquote>
      <blockquote className="absolute top-[63%] left-[31%] w-[58%] text-on-bright md:top-[30%] md:left-[56%] md:w-[34%]">
        <p className="text-sm font-semibold tracking-label">{m.site_about_voice_agent_label()}</p>
        <p className="font-voice mt-2 -indent-[0.42em] text-[8cqi] leading-[1.02] font-[400] md:text-[5.2cqi]">
          {m.site_about_voice_agent()}
        </p>
      </blockquote>
    </div>
  )
}
