import { HomeBanner } from './banner.tsx'
import { HomeHero } from './hero.tsx'
import { HomeProduct } from './product.tsx'
import { HomeSteps } from './steps.tsx'
import { HomeTestimonials } from './testimonials.tsx'

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
