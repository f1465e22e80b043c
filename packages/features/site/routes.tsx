import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { aboutPage, communityPage, homePage } from './pages.ts'
import { homeStory } from './still.tsx'

/** A referral code as it may stand in `?ref=`; anything else is dropped rather than refused. */
const readReferral = ({ ref }: Record<string, unknown>): { ref?: string | undefined } => ({
  // said outright: what is left out here would stay in the search as it came
  ref: typeof ref === 'string' && /^\w{1,64}$/.test(ref) ? ref : undefined,
})

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: homePage.path,
  validateSearch: readReferral,
  // an anchor in the story must be there when the page is; a loader would not run again for a page seen a moment ago
  beforeLoad: async ({ cause }) => {
    if (cause === 'enter') await homeStory.preload?.()
  },
  loader: ({ context }) => ({ postedJoin: context.postedJoin ?? null }),
  head: ({ match }) => headOf(homePage, match.context.origin),
  component: lazyPage(() => import('./home-page.tsx')),
})

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: aboutPage.path,
  head: ({ match }) => headOf(aboutPage, match.context.origin),
  component: lazyPage(() => import('./about-page.tsx')),
})

const communityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: communityPage.path,
  head: ({ match }) => headOf(communityPage, match.context.origin),
  component: lazyPage(() => import('./community-page.tsx')),
})

// these pages write their own heads: see waitlist/member-head.tsx
const statusRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist',
  component: lazyPage(() => import('./status-page.tsx')),
})

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist/confirm',
  component: lazyPage(() => import('./confirm-page.tsx')),
})

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/waitlist/unsubscribe',
  component: lazyPage(() => import('./unsubscribe-page.tsx')),
})

export const siteRoutes = [homeRoute, aboutRoute, communityRoute, statusRoute, confirmRoute, unsubscribeRoute]
