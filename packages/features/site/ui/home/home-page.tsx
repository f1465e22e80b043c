import { getRouteApi } from '@tanstack/react-router'
import { JoinStart } from '#waitlist/ui/join/join-fields.tsx'
import { JoinForm } from '#waitlist/ui/join/join-form.tsx'
import { HomeHero } from './hero.tsx'
import { HomeJoin } from './join-section.tsx'
import { HomeProduct } from './product.tsx'
import { HomeSteps } from './steps.tsx'
import { HomeTestimonials } from './testimonials.tsx'

export { homePage as page } from '../../page-meta.ts'

const home = getRouteApi('/')

export function Page() {
  const { ref } = home.useSearch()
  const { postedJoin, formKey } = home.useLoaderData()
  const code = postedJoin ? postedJoin.code : (ref ?? null)
  return (
    <>
      <HomeHero form={<JoinStart formKey={formKey} code={code} />} />
      <HomeProduct />
      <HomeSteps />
      <HomeTestimonials />
      <HomeJoin form={<JoinForm formKey={formKey} invitedByCode={code} posted={postedJoin} />} />
    </>
  )
}
