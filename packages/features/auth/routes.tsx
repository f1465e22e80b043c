import { privateHead } from '@duo/platform/browser/seo.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  head: () => privateHead(m.auth_page_title()),
  component: lazyPage(() => import('./auth-page.tsx')),
})

export const authRoutes = [authRoute]
