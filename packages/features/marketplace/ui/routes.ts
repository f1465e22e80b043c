import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { marketplacePage } from '../pages.ts'
import { maxSearchLength } from '../rules.ts'

/** Unvalidated; the page parses them (agent-search.ts). `failed` names the action that redirected here. */
type RawSearch = Partial<Record<'q' | 'category' | 'start' | 'failed', string | undefined>>

const page = publicRoute(() => import('./marketplace-page.tsx'))

const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace' satisfies (typeof marketplacePage)['path'],
  validateSearch: (search: RawSearch) => search,
  loaderDeps: ({ search: { q } }) => ({ theme: typeof q === 'string' ? q.trim().slice(0, maxSearchLength) : '' }),
  loader: ({ context, deps }) =>
    loadPart(() => import('./agents-loader.ts')).then(({ loadAgents }) => loadAgents(context, deps.theme)),
  ...page,
  staticData: { ...page.staticData, accountMenu: m.auth_menu_marketplace },
})

export const marketplaceRoutes = [marketplaceRoute]
