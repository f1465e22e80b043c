import { pageHead } from '@duo/platform/browser/seo.ts'
import { m } from '@duo/platform/i18n/messages.ts'
import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { rootRoute } from '../shell/routes.tsx'

/** A referral code as it may stand in `?ref=`; anything else is dropped rather than refused. */
const readReferral = (search: Record<string, unknown>): { ref?: string } =>
  typeof search.ref === 'string' && /^\w{1,64}$/.test(search.ref) ? { ref: search.ref } : {}

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: readReferral,
  head: ({ match }) =>
    pageHead({
      origin: match.context.origin,
      path: '/',
      title: m.site_home_title(),
      description: m.site_home_description(),
      keywords: m.site_home_keywords(),
      jsonLd: {
        '@type': 'Organization',
        name: m.shell_name(),
        url: match.context.origin,
        description: m.site_home_description(),
      },
    }),
  component: lazyPage(() => import('./home-page.tsx')),
})

export const siteRoutes = [homeRoute]
