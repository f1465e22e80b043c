import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'

const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace',
  component: lazyPage(() => import('./marketplace-page.tsx')),
})

export const marketplaceRoutes = [marketplaceRoute]
