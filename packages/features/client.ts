import { baseLocale, deLocalizePath, type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { type AnyRoute, createRouter, type Router, type RouterHistory } from '@tanstack/react-router'
import { accountRoutes } from './account/ui/routes.ts'
import { AccountButton } from './auth/ui/header/account-button.tsx'
import { authRoutes } from './auth/ui/routes.ts'
import { billingRoutes } from './billing/ui/routes.ts'
import { blogRoutes } from './blog/ui/routes.ts'
import { chatRoutes } from './chat/ui/routes.ts'
import { legalRoutes } from './legal/ui/routes.ts'
import { marketplaceRoutes } from './marketplace/ui/routes.ts'
import { safetyRoutes } from './safety/ui/routes.ts'
import { secondFactorRoutes } from './second-factor/ui/routes.ts'
import { createSessionStore, type SessionState } from './session/ui/session-store.ts'
import { browserApi } from './shell/ui/api/browser-api.ts'
import { ErrorPage } from './shell/ui/errors/error-page.tsx'
import { NotFoundPage } from './shell/ui/errors/not-found-page.tsx'
import { leaveAppForDocuments } from './shell/ui/pages/document.ts'
import type { LazyPage } from './shell/ui/pages/lazy-page.ts'
import type { Api, DataController, NoScriptJoin, PageContext } from './shell/ui/pages/page-context.ts'
import { rootRoute } from './shell/ui/routes.ts'
import { siteRoutes } from './site/ui/routes.ts'
import { studioRoutes } from './studio/ui/routes.ts'

export { browserApi } from './shell/ui/api/browser-api.ts'
export { isDocument } from './shell/ui/pages/document.ts'
export { reopenWithoutPassword } from './shell/ui/script/reopen-without-password.ts'
export type { Api, DataController, NoScriptJoin }

const routeTree = rootRoute.addChildren([
  ...siteRoutes,
  ...legalRoutes,
  ...safetyRoutes,
  ...blogRoutes,
  ...billingRoutes,
  ...marketplaceRoutes,
  ...chatRoutes,
  ...studioRoutes,
  ...authRoutes,
  ...secondFactorRoutes,
  ...accountRoutes,
])

/** Inferring the type from `createAppRouter` would be circular. */
type PageRouter = Router<typeof routeTree, 'never', false, RouterHistory, { auth: SessionState }>

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}

interface RouterOptions extends Omit<PageContext, 'auth' | 'AccountSlot'> {
  locale: Locale
  /** CSP nonce; server only. */
  nonce?: string
}

/** The first value of a parameter counts, unless it is empty: links get a second one when they are passed on. */
function parseSearch(search: string): Record<string, string> {
  const given: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(search)) if (!given[name]) given[name] = value
  return given
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** One router per request on the server, one per visit in the browser. Portuguese paths are the English ones below /pt. */
export function createAppRouter({ locale, nonce, ...given }: RouterOptions): PageRouter {
  const auth = createSessionStore()
  const router: PageRouter = createRouter({
    routeTree,
    context: { ...given, auth, AccountSlot: AccountButton },
    dehydrate: () => ({ auth: auth.get() }),
    hydrate: (page) => {
      auth.set(page.auth)
      // clear cached data when the user changes; data of signed-in pages has `gcTime: 0`
      let id = auth.get().viewer?.id
      auth.subscribe(() => {
        if (auth.get().viewer?.id !== id) router.clearCache()
        id = auth.get().viewer?.id
      })
    },
    ssr: { nonce },
    defaultPreload: 'intent',
    // the router's default parses values as JSON and would turn a code like 12E4567890 into a number
    parseSearch,
    stringifySearch,
    defaultStaleTime: 30_000,
    scrollRestoration: true,
    scrollRestorationBehavior: 'instant',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    rewrite: {
      input: ({ url }) => Object.assign(url, { pathname: deLocalizePath(url.pathname) }),
      output: ({ url }) => Object.assign(url, { pathname: localizePath(url.pathname, locale) }),
    },
  })
  if (given.inBrowser) leaveAppForDocuments(router)
  return router
}

/** Maps route ids to the source files of their pages, for the server's preload manifest. */
export function pageFiles(): Record<string, string> {
  const { routesById } = createAppRouter({ api: browserApi, locale: baseLocale, origin: '' })
  const files: Record<string, string> = {}
  for (const [id, { options }] of Object.entries<AnyRoute>(routesById)) {
    const { pageFile } = (options.component ?? {}) as Partial<LazyPage>
    if (pageFile) files[id] = pageFile
  }
  return files
}
