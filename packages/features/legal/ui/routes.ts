import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { privacyPage, termsPage } from '../pages.ts'
import { publicHost } from '../rules.ts'

/** Loader data, because a browser may use another host name than the public one. */
const loadHost = ({ context }: { context: { origin: string } }) => ({ host: publicHost(context.origin) })

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy' satisfies (typeof privacyPage)['path'],
  loader: loadHost,
  ...publicRoute(() => import('./privacy-page.tsx')),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms' satisfies (typeof termsPage)['path'],
  loader: loadHost,
  ...publicRoute(() => import('./terms-page.tsx')),
})

export const legalRoutes = [privacyRoute, termsRoute]
