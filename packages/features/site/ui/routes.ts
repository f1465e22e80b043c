import { createRoute } from '@tanstack/react-router'
import { lazyPage, publicRoute } from '../../shell/ui/pages/lazy-page.ts'
import { rootRoute } from '../../shell/ui/routes.ts'
import { codeInQuery } from '../../waitlist/rules.ts'
import type { homePage } from '../page-meta.ts'
import type { aboutPage, communityPage } from '../pages.ts'

/** Repairs the code of an invitation in the address, so that the canonical address keeps it. Other spellings of `ref` go. */
function parseReferral(search: Record<string, unknown>): { ref?: string | undefined } {
  const others = Object.keys(search).filter((name) => name.toLowerCase() === 'ref')
  // set explicitly: the router would keep an omitted parameter unparsed
  return { ...Object.fromEntries(others.map((name) => [name, undefined])), ref: codeInQuery(Object.entries(search)) }
}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/' satisfies (typeof homePage)['path'],
  validateSearch: parseReferral,
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
