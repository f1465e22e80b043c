import { getRouteApi } from '@tanstack/react-router'
import { JoinForm } from '../waitlist/join-form.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeJoin } from './home-join.tsx'

const home = getRouteApi('/')

/** The home page: who Duo is for, and the way onto the waitlist. */
export function Page() {
  const { ref } = home.useSearch()
  const { postedJoin } = home.useLoaderData()
  return (
    <>
      <HomeHero />
      <HomeJoin form={<JoinForm invitedByCode={ref ?? null} posted={postedJoin} />} />
    </>
  )
}
