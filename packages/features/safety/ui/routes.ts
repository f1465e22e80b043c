import { createRoute } from '@tanstack/react-router'
import { publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { helpPage } from '../pages.ts'
import { parseHelpSearch } from '../rules.ts'

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help' satisfies (typeof helpPage)['path'],
  validateSearch: parseHelpSearch,
  ...publicRoute(() => import('./help-page.tsx')),
  // a tag manager would learn which line a visitor opens
  staticData: { kind: 'document', isUntagged: true },
})

export const safetyRoutes = [helpRoute]
