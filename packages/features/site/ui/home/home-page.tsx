import { getRouteApi } from '@tanstack/react-router'
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
  return (
    <>
      <HomeHero />
      <HomeProduct />
      <HomeSteps />
      <HomeTestimonials />
      <HomeJoin
        form={<JoinForm formKey={formKey} invitedByCode={postedJoin ? postedJoin.code : (ref ?? null)} posted={postedJoin} />}
      />
    </>
  )
}
