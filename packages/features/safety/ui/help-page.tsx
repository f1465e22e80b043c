import type { HelpKind } from '@duo/engine/distress/help-kinds.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { getRouteApi } from '@tanstack/react-router'
import { regionName } from '../region-name.ts'
import { type Region, usualRegions } from '../rules.ts'
import { AdviceSection, adviceSections } from './advice.tsx'
import { EmergencyNumbers } from './emergency.tsx'
import { HelplineList } from './helpline-list.tsx'
import { LeaveLink } from './leave-link.tsx'
import { RegionNav } from './region-nav.tsx'
import { topics } from './topics.ts'

export { helpPage as page } from '../pages.ts'

const route = getRouteApi('/help')

export function Page() {
  const { region } = route.useSearch()
  return <HelpPage region={region} />
}

/** Without a chosen region it shows the two with the most speakers of the page's language. We do not look up addresses. */
export function HelpPage({ region }: { region: Region | undefined }) {
  const regions = region ? [region] : usualRegions[getLocale()]
  return (
    <article className="pt-header">
      <header className="page-column grid gap-x-8 gap-y-8 pt-8 pb-12 md:pt-10 lg:grid-cols-12 lg:pt-16 lg:pb-20">
        <h1 className="font-voice -ml-[0.04em] text-4xl text-wrap sm:text-5xl lg:col-span-6 lg:text-[min(5.4vw,5.5rem)] lg:leading-[0.98]">
          <span className="block font-[620] text-balance">{m.safety_page_heading_first()}</span>{' '}
          <span className="block font-[300] text-balance">{m.safety_page_heading_second()}</span>
        </h1>
        <div className="lg:col-span-6 lg:row-span-2">
          <EmergencyNumbers regions={regions} />
        </div>
        <div className="lg:col-span-5 lg:self-end">
          <p className="max-w-[38ch] text-lg leading-snug">{m.safety_page_lead()}</p>
          <div className="mt-5">
            <LeaveLink />
          </div>
        </div>
      </header>
      <div className="page-column">
        <div className="grid gap-x-8 gap-y-8 border-t border-line-strong pt-8 pb-10 lg:grid-cols-12 lg:pb-14">
          <div className="lg:col-span-6">
            <RegionNav chosen={region} />
          </div>
          <Contents />
        </div>
      </div>
      <div className="page-column pb-section">
        {topics.map((topic) => (
          <TopicSection key={topic.kind} {...topic} regions={regions} />
        ))}
        {adviceSections.map((advice) => (
          <AdviceSection key={advice.id} {...advice} />
        ))}
      </div>
    </article>
  )
}

function Contents() {
  const links = [...topics.map(({ kind, title }) => ({ id: kind, title })), ...adviceSections]
  return (
    <nav aria-labelledby="topics" className="lg:col-span-6">
      <h2 id="topics" className="font-sans text-base font-semibold tracking-normal">
        {m.safety_page_topics()}
      </h2>
      <ul className="mt-1 gap-x-8 sm:columns-2">
        {links.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <a href={`#${id}`} className="text-link inline-flex min-h-touch items-center py-2 leading-snug">
              {title()}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface TopicSectionProps {
  kind: HelpKind
  title: () => string
  text: () => string
  regions: readonly Region[]
}

function TopicSection({ kind, title, text, regions }: TopicSectionProps) {
  return (
    <section
      id={kind}
      aria-labelledby={`${kind}-title`}
      className="grid gap-x-8 gap-y-6 border-t border-line-strong py-10 lg:grid-cols-12 lg:py-14"
    >
      <div className="lg:col-span-4">
        <h2 id={`${kind}-title`} className="text-2xl">
          {title()}
        </h2>
        <p className="mt-3 max-w-[44ch]">{text()}</p>
      </div>
      <div className="grid min-w-0 gap-y-8 lg:col-span-8">
        {regions.map((region) => (
          <div key={region}>
            {regions.length > 1 && <h3 className="mb-3 text-lg">{regionName(region)}</h3>}
            <HelplineList region={region} kind={kind} />
          </div>
        ))}
        {kind === 'violence' && <DeviceSafety />}
      </div>
    </section>
  )
}

function DeviceSafety() {
  return (
    <div className="max-w-read rounded-heard bg-paper-sunk p-6">
      <h3 className="text-lg">{m.safety_page_device_title()}</h3>
      <p className="mt-2">{m.safety_page_device_text()}</p>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <LeaveLink />
        <p className="text-sm text-muted">{m.safety_page_leave_note()}</p>
      </div>
    </div>
  )
}
