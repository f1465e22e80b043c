import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { privacyPage, termsPage } from '../pages.ts'

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy' satisfies (typeof privacyPage)['path'],
  ...publicRoute(() => import('./privacy-page.tsx')),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms' satisfies (typeof termsPage)['path'],
  ...publicRoute(() => import('./terms-page.tsx')),
})

export const legalRoutes = [privacyRoute, termsRoute]
