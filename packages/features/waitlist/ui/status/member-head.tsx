import { m } from '@duo/platform/i18n/messages.ts'
import { NoindexHead } from '#shell/ui/pages/noindex-head.tsx'

export const MemberHead = ({ title }: { title: string }) => (
  <NoindexHead title={title} description={m.waitlist_status_description()} />
)
