import { m } from '@duo/platform/i18n/messages.ts'
import { NoindexHead } from '../../../shell/ui/pages/noindex-head.tsx'

/** The head of a page for one person. */
export const MemberHead = ({ title }: { title: string }) => (
  <NoindexHead title={title} description={m.waitlist_status_description()} />
)
