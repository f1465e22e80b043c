import { baseLocale, deLocalizePath, type Locale, localizePath } from '@duo/platform/shared/locale.ts'
import { type AnyRoute, createRouter, lazyRouteComponent, type Router, type RouterHistory } from '@tanstack/react-router'
import { authRoutes } from './auth/ui/routes.ts'
import { billingRoutes } from './billing/ui/routes.ts'
import { articleSerializer } from './blog/ui/article/article-serializer.ts'
import { blogRoutes } from './blog/ui/routes.ts'
import { chatRoutes } from './chat/ui/routes.ts'
import { legalRoutes } from './legal/ui/routes.ts'
import { marketplaceRoutes } from './marketplace/ui/routes.ts'
import { createSessionStore, type SessionState } from './session/ui/session-store.ts'
import { ErrorPage } from './shell/ui/errors/error-page.tsx'
import { NotFoundPage } from './shell/ui/errors/not-found-page.tsx'
import type { LazyPage } from './shell/ui/pages/lazy-page.ts'
import type { Api, NoScriptJoin, PageContext } from './shell/ui/pages/page-context.ts'
import { rootRoute } from './shell/ui/routes.ts'
import { siteRoutes } from './site/ui/routes.ts'

export type { Api, NoScriptJoin }

/** The browser's procedures over HTTP, loaded when a page first calls one: the first page's data came with its HTML. */
export const browserApi: Api = async () => (await import('./shell/ui/api/trpc.ts')).client

/** Every page of the product, one line a feature. */
const routeTree = rootRoute.addChildren([
  ...siteRoutes,
  ...legalRoutes,
  ...blogRoutes,
  ...authRoutes,
  ...billingRoutes,
  ...marketplaceRoutes,
  ...chatRoutes,
])

/** A router of these pages. Told by the routes alone, never by what is done with them: a part of a page that asks for it is never asked back. */
type PageRouter = Router<typeof routeTree, 'never', false, RouterHistory, { auth: SessionState }>

declare module '@tanstack/react-router' {
  interface Register {
    router: PageRouter
  }
}

const AccountSlot = lazyRouteComponent(() => import('./auth/ui/header/account-button.tsx'), 'AccountButton')

interface RouterOptions extends Omit<PageContext, 'auth' | 'AccountSlot'> {
  locale: Locale
  /** Allows the page's own scripts to run; the server's only. */
  nonce?: string
}

function stringifySearch(search: Record<string, unknown>): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

/** One router a request on the server, one a visit in the browser. Portuguese addresses are the English ones under /pt. */
export function createAppRouter({ locale, nonce, ...given }: RouterOptions): PageRouter {
  const auth = createSessionStore()
  const router: PageRouter = createRouter({
    routeTree,
    context: { ...given, auth, AccountSlot },
    // the page carries whom it was made for, so that the browser begins where the server ended
    dehydrate: () => ({ auth: auth.get() }),
    hydrate: async (page) => {
      auth.set(page.auth)
      // what was loaded for one person is not shown to the next; pages kept for one have `gcTime: 0`
      let id = auth.get().viewer?.id
      auth.subscribe(() => {
        if (auth.get().viewer?.id !== id) router.clearCache()
        id = auth.get().viewer?.id
      })
      if (auth.get().viewer) await AccountSlot.preload?.()
    },
    ssr: { nonce },
    defaultPreload: 'intent',
    // plain text on both sides: the router's own reading as JSON would turn a code like 12E4567890 into a number
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch,
    defaultStaleTime: 30_000,
    scrollRestoration: true,
    // a new page starts at its top at once; only anchors are scrolled to
    scrollRestorationBehavior: 'instant',
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: ErrorPage,
    rewrite: {
      input: ({ url }) => Object.assign(url, { pathname: deLocalizePath(url.pathname) }),
      output: ({ url }) => Object.assign(url, { pathname: localizePath(url.pathname, locale) }),
    },
  })
  // how data gets from the server's HTML to the browser; no option of the constructor's, for no reason that its authors give
  router.options.serializationAdapters = [articleSerializer]
  return router
}

/** Route id → source file of its page, for the server's preload manifest. */
export function pageFiles(): Record<string, string> {
  // a route learns its id when a router takes it
  const { routesById } = createAppRouter({ api: browserApi, locale: baseLocale, origin: '' })
  const files: Record<string, string> = {}
  for (const [id, { options }] of Object.entries<AnyRoute>(routesById)) {
    const { pageFile } = (options.component ?? {}) as Partial<LazyPage>
    if (pageFile) files[id] = pageFile
  }
  return files
}
