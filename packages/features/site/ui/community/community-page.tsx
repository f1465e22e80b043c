import { m } from '@duo/platform/i18n/messages.ts'
import { PageClosing } from '../page-closing.tsx'
import { CommunityAudience } from './audience.tsx'
import { CommunityAvailability } from './availability.tsx'
import { CommunityHero } from './hero.tsx'
import { CommunityParticipate } from './participate.tsx'

export { communityPage as page } from '../../pages.ts'

export function Page() {
  return (
    <>
      <CommunityHero />
      <CommunityParticipate />
      <CommunityAudience />
      <CommunityAvailability />
      <PageClosing
        title={m.site_community_closing_title()}
        text={m.site_about_closing_text()}
        join={m.site_about_closing_join()}
      />
    </>
  )
}
