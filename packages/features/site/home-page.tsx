import { getRouteApi } from '@tanstack/react-router'
import { JoinForm } from '../waitlist/join-form.tsx'
import { HomeJoin } from './home-join.tsx'
import { homeStory, Still } from './still.tsx'

const home = getRouteApi('/')

/** The home page: what there is to read, then the way onto the waitlist (spec, section 2). */
export function Page() {
  const { ref } = home.useSearch()
  const { postedJoin } = home.useLoaderData()
  return (
    <>
      <Still id="story" part={homeStory} />
      <HomeJoin form={<JoinForm invitedByCode={ref ?? null} posted={postedJoin} />} />
    </>
  )
}
