// the rendering bundle has its own message runtime; this makes it follow the request's language
import '@duo/platform/i18n/server.ts'
import { createAppRouter, isDocument } from '@duo/features/client'
import { isNotFound, rootRouteId } from '@tanstack/react-router'
import { createRequestHandler, RouterServer, renderRouterToStream, renderRouterToString } from '@tanstack/react-router/ssr/server'
import type { RenderOptions } from './render.ts'
import './styles.css'

/** Renders a page to an HTTP response: HTML or a redirect. */
export function render({ request, manifests, onRoute, onError, ...options }: RenderOptions): Promise<Response> {
  const handler = createRequestHandler({
    request,
    createRouter: () => createAppRouter({ ...options, onError }),
    getRouterManifest: () => manifests.app,
  })
  return handler(({ request, responseHeaders, router }) => {
    const { matches } = router.state
    // scripts read the rest of an address, as an invitation's code; the app compares its whole address with the page's
    const dependsOnQuery =
      !isDocument(router.state) || matches.some(({ routeId }) => router.routesById[routeId].options.validateSearch !== undefined)
    onRoute({ id: matches.at(-1)?.routeId ?? rootRouteId, dependsOnQuery })
    for (const { error } of matches) if (error !== undefined && !isNotFound(error)) onError(error)
    const page = { responseHeaders, router, children: <RouterServer router={router} /> }
    if (!isDocument(router.state)) return renderRouterToStream({ request, ...page })
    // no React in the browser: neither the app's scripts nor the router's data and inline scripts
    router.ssr = { manifest: manifests.document }
    router.serverSsr?.takeInitialHydrationScriptTags()
    router.options.scrollRestoration = false
    return renderRouterToString(page)
  })
}

export { pageFiles } from '@duo/features/client'
