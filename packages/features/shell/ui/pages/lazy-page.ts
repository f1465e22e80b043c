import { loadPart } from '@duo/platform/browser/parts/missing-part.ts'
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import type { PublicPage } from '../../public-page.ts'
import { documentRoute } from './document.ts'
import { headOf } from './page-head.ts'

/** `void` instead of Page's return type: pages use the route tree, so inferring it is circular (docs/decisions/0025). */
interface PageModule {
  Page: () => void
}

export type LazyPage = RouteComponent & { pageFile: string | undefined }

/** The build adds `pageFile` (apps/web/page-files.ts), the key in the client manifest for preloading the page's scripts. */
export function lazyPage(load: () => Promise<PageModule>, pageFile?: string): LazyPage {
  /** The router reloads the document if a script is missing, as after a deployment. Offline, that would lose the page. */
  const loadPage = () =>
    (isNavigation() ? loadPart(load) : load()).catch((cause: unknown) => {
      throw isOffline() ? new Error('offline', { cause }) : cause
    })
  return Object.assign(lazyRouteComponent(loadPage, 'Page'), { pageFile })
}

/** While the page itself loads, its text is there already, and a slow connection may take longer. */
const isNavigation = () => globalThis.document?.readyState === 'complete'

export const isOffline = () => globalThis.navigator?.onLine === false

/** Loads `page` (title, description) with the code, so that no page carries the metadata of all the others. */
export function publicRoute(load: () => Promise<PageModule & { page: PublicPage }>) {
  return {
    ...documentRoute,
    head: async ({ match }: { match: { context: { origin: string } } }) => headOf((await load()).page, match.context.origin),
    component: lazyPage(load),
  }
}
