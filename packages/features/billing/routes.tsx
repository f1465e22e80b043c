import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { pricingPage } from './pages.ts'

const pricingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pricingPage.path,
  head: async ({ match }) => {
    const { questionsAsData } = await import('./plan-questions.tsx')
    return headOf({ ...pricingPage, structuredData: questionsAsData }, match.context.origin)
  },
  component: lazyPage(() => import('./pricing-page.tsx')),
})

export const billingRoutes = [pricingRoute]
