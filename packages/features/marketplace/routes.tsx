import { privateHead } from '@duo/platform/browser/seo.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'

const marketplaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/marketplace',
  head: () => privateHead(m.marketplace_page_title()),
  component: lazyPage(() => import('./marketplace-page.tsx')),
})

export const marketplaceRoutes = [marketplaceRoute]
