import { HomeBanner } from './home-banner.tsx'
import { HomeProduct } from './home-product.tsx'
import { HomeSteps } from './home-steps.tsx'
import { HomeTestimonials } from './home-testimonials.tsx'

/** Everything between the first screen and the form: only to be read. */
export function HomeStory() {
  return (
    <>
      <HomeProduct />
      <HomeSteps />
      <HomeTestimonials />
      <HomeBanner />
    </>
  )
}
