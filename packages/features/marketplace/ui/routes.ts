import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { marketplacePage } from '../pages.ts'

/** Unvalidated query parameters; the page parses them (agent-search.ts). */
type RawSearch = Partial<Record<'q' | 'category' | 'start', string | undefined>>

const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace' satisfies (typeof marketplacePage)['path'],
  validateSearch: (search: RawSearch) => search,
  loader: ({ context, location }) => import('./agents-loader.ts').then(({ loadAgents }) => loadAgents(context, location.search)),
  ...publicRoute(() => import('./marketplace-page.tsx')),
})

export const marketplaceRoutes = [marketplaceRoute]
