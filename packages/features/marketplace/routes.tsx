import { createRoute, redirect } from '@tanstack/react-router'
import { publicRoute } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'
import type { marketplacePage } from './pages.ts'

/** What the marketplace is asked; nothing of it is believed before the page has looked at it (agent-search.tsx). */
type GivenSearch = Partial<Record<'q' | 'category' | 'start', string | undefined>>

const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace' satisfies (typeof marketplacePage)['path'],
  validateSearch: (search: GivenSearch) => search,
  // who is to begin a conversation signs in first, also where no scripts run
  beforeLoad: ({ context, search: { start } }) => {
    if (start === undefined || context.auth.get().is !== 'signed_out') return
    throw redirect({ to: '/auth', search: { mode: 'sign-in', next: `/marketplace?start=${encodeURIComponent(start)}` } })
  },
  loader: ({ context }) => import('./agents-data.tsx').then(({ loadAgents }) => loadAgents(context)),
  ...publicRoute(() => import('./marketplace-page.tsx')),
})

export const marketplaceRoutes = [marketplaceRoute]
