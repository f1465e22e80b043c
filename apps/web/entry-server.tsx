// the rendering bundle has its own message runtime; this makes it follow the request's language
import '@duo/platform/i18n/server.ts'
import { createAppRouter, isDocument } from '@duo/features/client'
import { isNotFound, rootRouteId } from '@tanstack/react-router'
import { createRequestHandler, getSsrStatus, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server'
import { renderToString } from 'react-dom/server'
import type { RenderedResponse, RenderOptions } from './render.ts'
import './styles.css'

/** Renders a page: HTML or a redirect. */
export async function render({ request, manifests, onRoute, onError, ...options }: RenderOptions): Promise<RenderedResponse> {
  let document: string | undefined
  const handler = createRequestHandler({
    request,
    createRouter: () => createPageRouter({ ...options, onError }),
    getRouterManifest: () => manifests.app,
  })
  const response = await handler(({ request, responseHeaders, router }) => {
    const { matches } = router.state
    // scripts read the rest of an address, as an invitation's code; the app compares its whole address with the page's
    const dependsOnQuery =
      !isDocument(router.state) || matches.some(({ routeId }) => router.routesById[routeId].options.validateSearch !== undefined)
    onRoute({ id: matches.at(-1)?.routeId ?? rootRouteId, dependsOnQuery })
    for (const { error } of matches) if (error !== undefined && !isNotFound(error)) onError(error)
    const children = <RouterServer router={router} />
    if (!isDocument(router.state)) return renderRouterToStream({ request, responseHeaders, router, children })
    // no React in the browser: neither the app's scripts nor the router's inline scripts
    router.ssr = { manifest: manifests.document }
    router.serverSsr?.disableHydration()
    router.options.scrollRestoration = false
    document = `<!DOCTYPE html>${renderToString(children)}`
    return new Response(null, { status: getSsrStatus(router), headers: responseHeaders })
  })
  const { status, headers } = response
  // a document stays a string: as a response's body it would be encoded and decoded again, a tenth of the time of rendering it
  return { status, location: headers.get('location'), html: document ?? (await response.text()) }
}

/** Does not write down the data of a document's router, which no browser reads. */
function createPageRouter(options: Parameters<typeof createAppRouter>[0]) {
  const router = createAppRouter(options)
  router.serverSsrLifecycle = {
    onServerSsrAttach: [
      (serverSsr) => {
        const { dehydrate } = serverSsr
        serverSsr.dehydrate = async (given) => {
          if (!isDocument(router.state)) await dehydrate(given)
        }
      },
    ],
  }
  return router
}

export { pageFiles } from '@duo/features/client'
