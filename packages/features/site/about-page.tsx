import { AboutClosing } from './about-closing.tsx'
import { AboutHero } from './about-hero.tsx'
import { AboutMission } from './about-mission.tsx'
import { AboutTeam } from './about-team.tsx'
import { AboutTrust } from './about-trust.tsx'

export { aboutPage as page } from './pages.ts'

/** Why Duo exists, how trust works, who builds it. */
export function Page() {
  return (
    <>
      <AboutHero />
      <AboutMission />
      <AboutTrust />
      <AboutTeam />
      <AboutClosing />
    </>
  )
}
