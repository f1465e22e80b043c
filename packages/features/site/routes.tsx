import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { homePage } from './pages.ts'

/** A referral code as it may stand in `?ref=`; anything else is dropped rather than refused. */
const readReferral = ({ ref }: Record<string, unknown>): { ref?: string | undefined } => ({
  // said outright: what is left out here would stay in the search as it came
  ref: typeof ref === 'string' && /^\w{1,64}$/.test(ref) ? ref : undefined,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: homePage.path,
  validateSearch: readReferral,
  head: ({ match }) => headOf(homePage, match.context.origin),
  component: lazyPage(() => import('./home-page.tsx')),
})

export const siteRoutes = [homeRoute]
