import { getRouteApi } from '@tanstack/react-router'
import type { NoScriptJoin } from '#shell/ui/pages/page-context.ts'
import { JoinStart, joinAction } from '#waitlist/ui/join/join-fields.tsx'
import { JoinForm } from '#waitlist/ui/join/join-form.tsx'
import { HomeHero } from './hero.tsx'
import { HomeJoin } from './join-section.tsx'
import { HomeProduct } from './product.tsx'
import { HomeSteps } from './steps.tsx'
import { HomeTestimonials } from './testimonials.tsx'

export { homePage as page } from '../../page-meta.ts'

const home = getRouteApi('/')

/** Its field has the code: in the address it would count again once the field is cleared. */
const isCodeRefused = ({ answer }: NoScriptJoin) => typeof answer === 'object' && answer.error === 'invalid_code'

export function Page() {
  const { postedJoin, formKey } = home.useLoaderData()
  const code = postedJoin?.code ?? null
  // one page serves every invitation: a form without an action posts to the address, which holds the code
  const action = postedJoin ? joinAction(isCodeRefused(postedJoin) ? null : code) : undefined
  return (
    <>
      <HomeHero form={<JoinStart {...{ formKey, code, action }} />} />
      <HomeProduct />
      <HomeSteps />
      <HomeTestimonials />
      <HomeJoin form={<JoinForm {...{ formKey, action }} invitedByCode={code} posted={postedJoin} />} />
    </>
  )
}
