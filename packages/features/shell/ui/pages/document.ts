import { type AnyRouter, type ParsedLocation, redirect, useRouterState } from '@tanstack/react-router'
import type { PageContext } from './page-context.ts'
import { usePageContext } from './page-context.ts'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** `document`: only read, so the browser gets HTML and the page script without React. Otherwise the app takes over. */
    kind?: 'document'
    /** A document whose form its script sends: it says so where the script does not load. */
    needsScripts?: true
    /** No tag manager: the visit, or what is pressed on the page, is too private for it. */
    isUntagged?: boolean
    /** The header's navigation, without what advertises the product. The whole one by default. */
    navigation?: 'member'
    /** The page's name in the menu of the account, which lists the routes with one in the order of client.ts. */
    accountMenu?: () => string
    /** The account menu leaves it out where the studio is off. */
    isStudio?: true
  }
}

interface Navigation {
  context: PageContext
  location: ParsedLocation
}

/** For a route that is a document. The browser's app leaves it to the server, so it never loads the page's code. */
export const documentRoute = {
  staticData: { kind: 'document' },
  beforeLoad: ({ context, location }: Navigation): void => {
    if (context.inBrowser) throw redirect({ href: location.publicHref, reloadDocument: true })
  },
} as const

/**
 * Makes links from the app to documents ordinary navigations. The router would write the address into the history of the app's document
 * first, so that the browser could not keep the page: going back would lose what was typed.
 */
export function leaveAppForDocuments(router: AnyRouter): void {
  const commit = router.commitLocation
  router.commitLocation = (next) => {
    const [routes] = router.getMatchedRoutes(next.pathname)
    // only the root: a page that is not found
    const isDocument = routes.length === 1 || routes.at(-1)?.options.staticData?.kind === 'document'
    return commit(isDocument ? { ...next, external: true } : next)
  }
}

interface RenderedMatches {
  matches: readonly { staticData: { kind?: 'document' }; status?: string }[]
}

/** A page that was not found (no match but the root, or a loader's `notFound`) is a document too. */
export const isDocument = ({ matches }: RenderedMatches): boolean =>
  matches.length === 1 || matches.at(-1)?.staticData.kind === 'document' || matches.some(({ status }) => status === 'notFound')

/** False in the browser: React renders only the app there. */
export function useIsDocument(): boolean {
  const { inBrowser } = usePageContext()
  const isDocumentRoute = useRouterState({ select: isDocument })
  return !inBrowser && isDocumentRoute
}
