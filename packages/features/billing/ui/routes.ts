import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { pricingPage } from '../pages.ts'

const pricingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/pricing' satisfies (typeof pricingPage)['path'],
  ...publicRoute(() => import('./pricing-page.tsx')),
})

export const billingRoutes = [pricingRoute]
