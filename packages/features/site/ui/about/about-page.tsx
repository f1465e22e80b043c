import { AboutClosing } from './closing.tsx'
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
      <AboutClosing />
    </>
  )
}
