import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { homePage } from './pages.ts'

/** A referral code as it may stand in `?ref=`; anything else is dropped rather than refused. */
const readReferral = ({ ref }: Record<string, unknown>): { ref?: string } =>
  typeof ref === 'string' && /^\w{1,64}$/.test(ref) ? { ref } : {}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: homePage.path,
  validateSearch: readReferral,
  head: ({ match }) => headOf(homePage, match.context.origin),
  component: lazyPage(() => import('./home-page.tsx')),
})

export const siteRoutes = [homeRoute]
