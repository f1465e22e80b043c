import { m } from '@duo/platform/i18n/messages.ts'
import { MakeYours } from '../../../shell/ui/navigation/make-yours.tsx'
import { usePageContext } from '../../../shell/ui/pages/page-context.ts'
import { StatusSection } from '../status/status-section.tsx'

/** Where the studio is open to every account, the list decides on less than it seems. */
export function OpenToAll() {
  const { studio } = usePageContext()
  if (studio !== 'on') return null
  return (
    <StatusSection id="meanwhile" title={m.waitlist_meanwhile()}>
      <p className="mb-2 max-w-[52ch]">{m.waitlist_meanwhile_text()}</p>
      <MakeYours />
    </StatusSection>
  )
}
