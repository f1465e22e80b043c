import { HomeBanner } from './home-banner.tsx'
import { HomeHero } from './home-hero.tsx'
import { HomeProduct } from './home-product.tsx'
import { HomeSteps } from './home-steps.tsx'
import { HomeTestimonials } from './home-testimonials.tsx'

/** Everything above the form: only to be read. */
export function HomeStory() {
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
