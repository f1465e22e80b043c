import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../shell/lazy-page.ts'
import { headOf } from '../shell/page-head.ts'
import { rootRoute } from '../shell/routes.tsx'
import { privacyPage, termsPage } from './pages.ts'
import { publicHost } from './rules.ts'

/** The host travels with the page's data, because a browser may reach the server by another name than the public one. */
const hostOf = ({ context }: { context: { origin: string } }) => ({ host: publicHost(context.origin) })

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: privacyPage.path,
  loader: hostOf,
  head: ({ match }) => headOf(privacyPage, match.context.origin),
  component: lazyPage(() => import('./privacy-page.tsx')),
})

const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: termsPage.path,
  loader: hostOf,
  head: ({ match }) => headOf(termsPage, match.context.origin),
  component: lazyPage(() => import('./terms-page.tsx')),
})

export const legalRoutes = [privacyRoute, termsRoute]
