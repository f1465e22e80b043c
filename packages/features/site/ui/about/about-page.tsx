import { m } from '@duo/platform/i18n/messages.ts'
import { PageClosing } from '../page-closing.tsx'
import { AboutHero } from './hero.tsx'
import { AboutMission } from './mission.tsx'
import { AboutTeam } from './team.tsx'
import { AboutTrust } from './trust.tsx'

export { aboutPage as page } from '../../pages.ts'

export function Page() {
  return (
    <>
      <AboutHero />
      <AboutMission />
      <AboutTrust />
      <AboutTeam />
      <PageClosing
        title={m.site_about_closing_title()}
        text={m.site_about_closing_text()}
        join={m.site_about_closing_join()}
        other={{ to: '/community', label: m.site_about_closing_community() }}
      />
    </>
  )
}
