import { createRoute } from '@tanstack/react-router'
import { lazyPage, publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import type { homePage } from '../page-meta.ts'
import type { aboutPage, communityPage } from '../pages.ts'

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/' satisfies (typeof homePage)['path'],
  loader: ({ context: { postedJoin, formKey } }) => ({ postedJoin: postedJoin ?? null, formKey }),
  ...publicRoute(() => import('./home/home-page.tsx')),
})

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about' satisfies (typeof aboutPage)['path'],
  ...publicRoute(() => import('./about/about-page.tsx')),
})

const communityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/community' satisfies (typeof communityPage)['path'],
  ...publicRoute(() => import('./community/community-page.tsx')),
})

const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist',
  component: lazyPage(() => import('../../membership/ui/status-page.tsx')),
})

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist/confirm',
  component: lazyPage(() => import('../../membership/ui/confirm-page.tsx')),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist/unsubscribe',
  component: lazyPage(() => import('../../membership/ui/unsubscribe-page.tsx')),
})

export const siteRoutes = [homeRoute, aboutRoute, communityRoute, statusRoute, confirmRoute, unsubscribeRoute]
