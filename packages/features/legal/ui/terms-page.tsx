import { m } from '@duo/platform/i18n/messages.ts'
import { Link } from '@tanstack/react-router'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { betaParts } from '../../waitlist/beta.ts'
import { effectiveDates } from '../rules.ts'
import { Contact } from './contact.tsx'
import { LegalLayout, type LegalSection } from './legal-layout.tsx'
import { LegalList } from './legal-list.tsx'

export { termsPage as page } from '../pages.ts'

export function Page() {
  return (
    <LegalLayout
      heading={{ first: m.legal_terms_heading_first(), second: m.legal_terms_heading_second() }}
      lead={m.legal_terms_lead()}
      effectiveDate={effectiveDates.terms}
      summary={[m.legal_terms_short_free(), m.legal_terms_short_fair(), m.legal_terms_short_leave()]}
      sections={[
        { id: 'what', title: m.legal_what_title(), body: paragraphs(m.legal_what_text(), m.legal_what_age()) },
        { id: 'place', title: m.legal_place_title(), body: paragraphs(m.legal_place_order(), m.legal_place_own()) },
        { id: 'beta', title: m.legal_beta_title(), body: <Beta /> },
        { id: 'invitations', title: m.legal_invite_title(), body: paragraphs(m.legal_invite_text()) },
        { id: 'fair', title: m.legal_ask_title(), body: <Fair /> },
        { id: 'promises', title: m.legal_promise_title(), body: paragraphs(m.legal_promise_text()) },
        { id: 'content-and-names', title: m.legal_content_title(), body: paragraphs(m.legal_content_text()) },
        ...ending(),
      ]}
    />
  )
}

const ending = (): LegalSection[] => [
  {
    id: 'leaving',
    title: m.legal_leave_title(),
    body: (
      <>
        <p>{m.legal_leave_text()}</p>
        <p>
          <Link to="/privacy" hash="erase" className="text-link inline-flex min-h-touch items-center font-semibold">
            {m.legal_leave_privacy()}
          </Link>
        </p>
      </>
    ),
  },
  {
    id: 'law',
    title: m.legal_law_title(),
    body: (
      <>
        {paragraphs(m.legal_law_changes(), m.legal_law_rights())}
        <Contact />
      </>
    ),
  },
]

const paragraphs = (...texts: string[]) => texts.map((text) => <p key={text}>{text}</p>)

function Beta() {
  const { studio = 'off' } = usePageContext()
  return (
    <>
      <p>{m.legal_beta_text()}</p>
      {betaParts(studio).map(({ title, lines }) => (
        <div key={title}>
          <p className="font-semibold">{title}</p>
          <LegalList lines={lines} />
        </div>
      ))}
    </>
  )
}

function Fair() {
  return (
    <>
      <p>{m.legal_ask_text()}</p>
      <LegalList lines={[m.legal_ask_others(), m.legal_ask_scripts(), m.legal_ask_probe()]} />
      <p>{m.legal_ask_consequence()}</p>
    </>
  )
}
