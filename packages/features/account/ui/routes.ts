import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { passThrough } from '../../auth/ui/routes.ts'
import { requireSession } from '../../session/ui/require-session.ts'
import { lazyPage } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'

const cancelChangeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/cancel-change',
  component: lazyPage(() => import('./mail-links/cancel-change-page.tsx')),
})

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/not-me',
  component: lazyPage(() => import('./mail-links/not-me-page.tsx')),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  beforeLoad: requireSession,
  validateSearch: passThrough,
  loader: ({ context }) => loadPart(() => import('./account-page.tsx')).then(({ loadAccount }) => loadAccount(context)),
  gcTime: 0,
  staticData: { accountMenu: m.auth_menu_account },
  component: lazyPage(() => import('./account-page.tsx')),
})

export const accountRoutes = [cancelChangeRoute, notMeRoute, accountRoute]
