import { formatDate } from '@duo/platform/i18n/format.ts'
import { getLocale } from '@duo/platform/i18n/locale.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import type { ReactNode } from 'react'

/** `id` is the anchor, the same in both languages. */
export interface LegalSection {
  id: string
  title: string
  body: ReactNode
}

interface LegalLayoutProps {
  heading: { first: string; second: string }
  lead: string
  effectiveDate: string
  summary: string[]
  sections: LegalSection[]
}

export function LegalLayout({ heading, lead, effectiveDate, summary, sections }: LegalLayoutProps) {
  return (
    <article className="pt-header">
      <header className="page-column grid gap-x-8 gap-y-10 pt-8 pb-12 md:pt-10 lg:grid-cols-12 lg:pt-16 lg:pb-20">
        <div className="lg:col-span-12">
          <p className="font-semibold text-muted">{m.legal_updated({ date: formatDate(effectiveDate, getLocale()) })}</p>
          <h1 className="font-voice mt-4 -ml-[0.04em] text-4xl text-wrap sm:text-5xl lg:text-[min(6.4vw,var(--text-display))] lg:leading-[0.98]">
            <span className="block font-[620] text-balance">{heading.first}</span>{' '}
            <span className="block font-[300] text-balance">{heading.second}</span>
          </h1>
        </div>
        <p className="max-w-[38ch] text-lg leading-snug lg:col-span-5">{lead}</p>
        <Summary lines={summary} />
      </header>
      <div className="page-column grid gap-x-8 gap-y-8 pb-section lg:grid-cols-12">
        <Contents sections={sections} />
        <div className="lg:col-span-8 lg:col-start-5">
          {sections.map((section, i) => (
            <Section key={section.id} {...section} number={i + 1} />
          ))}
        </div>
      </div>
    </article>
  )
}

function Summary({ lines }: { lines: string[] }) {
  return (
    <section aria-labelledby="short" className="lg:col-span-6 lg:col-start-7">
      <h2 id="short" className="font-sans text-base font-semibold tracking-normal text-muted">
        {m.legal_short()}
      </h2>
      <ul className="mt-2">
        {lines.map((line) => (
          <li key={line} className="border-t border-line-strong py-3 font-display text-lg leading-snug">
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Contents({ sections }: { sections: LegalSection[] }) {
  const links = (
    <ol>
      {sections.map((section, i) => (
        <li key={section.id}>
          <a href={`#${section.id}`} className="flex min-h-touch items-center gap-3 hover:underline">
            <span className="figures w-5 text-muted">{i + 1}</span>
            {section.title}
          </a>
        </li>
      ))}
    </ol>
  )
  return (
    <>
      <details className="group border-y border-line-strong lg:hidden print:hidden">
        <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
          {m.legal_contents()}
          <span aria-hidden="true" className="font-display text-2xl font-[300] transition-transform group-open:rotate-45">
            +
          </span>
        </summary>
        <nav aria-label={m.legal_contents()} className="pb-4">
          {links}
        </nav>
      </details>
      <nav
        aria-label={m.legal_contents()}
        className="hidden self-start border-t border-line-strong pt-3 text-sm font-semibold lg:sticky lg:top-24 lg:col-span-3 lg:block print:hidden"
      >
        {links}
      </nav>
    </>
  )
}

function Section({ id, title, body, number }: LegalSection & { number: number }) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid gap-x-6 border-t border-line-strong py-10 first:pt-0 max-lg:first:border-t-0 lg:grid-cols-[3rem_1fr] lg:py-14 lg:first:pt-4"
    >
      <span aria-hidden="true" className="figures font-display text-2xl leading-tight font-[300] text-muted">
        {number}
      </span>
      <div className="max-w-read">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        <div className="mt-4 grid gap-4">{body}</div>
      </div>
    </section>
  )
}
