import { m } from '@duo/platform/i18n/messages.ts'
import { PageClosing } from '../page-closing.tsx'

/** The end of the about page: the way in, and the community as the other way on. */
export function AboutClosing() {
  return (
    <PageClosing
      title={m.site_about_closing_title()}
      text={m.site_about_closing_text()}
      join={m.site_about_closing_join()}
      other={{ to: '/community', label: m.site_about_closing_community() }}
    />
  )
}
