import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { PublicPage } from '../../public-page.ts'
import { headOf } from './page-head.ts'

/**
 * What a page's module exports. What `Page` returns is left out: to learn it the compiler would read the page, the page asks which routes
 * there are, and the routes are what it is about to find out (docs/decisions/0025).
 */
interface PageModule {
  Page: () => void
}

export type LazyPage = RouteComponent & { pageFile: string | undefined }

/**
 * A page whose code is loaded with its route. Its module exports `Page`. The second argument is written by the build
 * (apps/web/page-files.ts): the page's key in the client manifest, which lets its HTML preload its scripts.
 */
export function lazyPage(load: () => Promise<PageModule>, pageFile?: string): LazyPage {
  // the router loads the document anew when a page's script is gone, as after a new build; without a line that would lose what is there
  const loadPage = () =>
    load().catch((cause: unknown) => {
      throw isOffline() ? new Error('offline', { cause }) : cause
    })
  return Object.assign(lazyRouteComponent(loadPage, 'Page'), { pageFile })
}

/** Whether the browser knows that it has no connection; never on the server. */
export const isOffline = () => globalThis.navigator?.onLine === false

/**
 * The route of a public page: its code is loaded with it, and so is what is said about it (the module exports `page` as well), so that
 * no page carries the titles and descriptions of all the others.
 */
export function publicRoute(load: () => Promise<PageModule & { page: PublicPage }>, pageFile?: string) {
  return {
    head: async ({ match }: { match: { context: { origin: string } } }) => headOf((await load()).page, match.context.origin),
    component: lazyPage(load, pageFile),
  }
}
