import { m } from '@duo/platform/i18n/messages.ts'
import { usePageContext } from '../../shell/ui/pages/page-context.ts'
import { effectiveDates } from '../rules.ts'
import { Contact } from './contact.tsx'
import { LegalLayout, type LegalSection } from './legal-layout.tsx'
import { PrivacyBrowser } from './privacy-browser.tsx'
import { PrivacyRecords } from './privacy-records.tsx'
import { PrivacyRights } from './privacy-rights.tsx'

export { privacyPage as page } from '../pages.ts'

/** Must stay true: a change that stores new personal data adds it here. */
export function Page() {
  return (
    <LegalLayout
      heading={{ first: m.legal_privacy_heading_first(), second: m.legal_privacy_heading_second() }}
      lead={m.legal_privacy_lead()}
      effectiveDate={effectiveDates.privacy}
      summary={[m.legal_privacy_short_little(), m.legal_privacy_short_sell(), m.legal_privacy_short_erase()]}
      sections={sections()}
    />
  )
}

/** Without an address, replying is the only way, and `Contact` says so. */
function OtherWay() {
  const { dataController } = usePageContext()
  return dataController?.contact ? <p>{m.legal_who_reply()}</p> : null
}

const sections = (): LegalSection[] => [
  {
    id: 'who',
    title: m.legal_who_title(),
    body: (
      <>
        <p>{m.legal_who_text()}</p>
        <Contact />
        <OtherWay />
      </>
    ),
  },
  { id: 'stored', title: m.legal_stored_title(), body: <PrivacyRecords /> },
  { id: 'browser', title: m.legal_browser_title(), body: <PrivacyBrowser /> },
  { id: 'shared', title: m.legal_shared_title(), body: <Shared /> },
  { id: 'position', title: m.legal_position_title(), body: <p>{m.legal_position_text()}</p> },
  { id: 'rights', title: m.legal_rights_title(), body: <PrivacyRights /> },
  { id: 'erase', title: m.legal_erase_title(), body: <Erase /> },
  { id: 'changes', title: m.legal_changes_title(), body: <p>{m.legal_changes_text()}</p> },
]

function Shared() {
  return (
    <>
      <p>{m.legal_shared_sell()}</p>
      <p>{m.legal_shared_processors()}</p>
      <p>{m.legal_shared_law()}</p>
    </>
  )
}

function Erase() {
  return (
    <>
      <p>{m.legal_erase_how()}</p>
      <p>{m.legal_erase_what()}</p>
      <p>{m.legal_erase_backup()}</p>
    </>
  )
}
