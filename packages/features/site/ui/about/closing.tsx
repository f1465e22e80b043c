import { m } from '@duo/platform/i18n/messages.ts'
import { PageClosing } from '../page-closing.tsx'

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
