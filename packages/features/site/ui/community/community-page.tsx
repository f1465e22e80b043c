import { m } from '@duo/platform/i18n/messages.ts'
import { PageClosing } from '../page-closing.tsx'
import { CommunityWho } from './audience.tsx'
import { CommunityOpen } from './availability.tsx'
import { CommunityHero } from './hero.tsx'
import { CommunityPart } from './participate.tsx'

export { communityPage as page } from '../../pages.ts'

/** What the community is, how to take part before its channels open, and what opens with the beta. */
export function Page() {
  return (
    <>
      <CommunityHero />
      <CommunityPart />
      <CommunityWho />
      <CommunityOpen />
      <PageClosing
        title={m.site_community_closing_title()}
        text={m.site_about_closing_text()}
        join={m.site_about_closing_join()}
      />
    </>
  )
}
