import { HomeBanner } from './banner.tsx'
import { HomeHero } from './hero.tsx'
import { HomeProduct } from './product.tsx'
import { HomeSteps } from './steps.tsx'
import { HomeTestimonials } from './testimonials.tsx'

/** Everything above the form: only to be read. */
export function HomeStaticSections() {
  return (
    <>
      <HomeHero />
      <HomeProduct />
      <HomeSteps />
      <HomeTestimonials />
      <HomeBanner />
    </>
  )
}
