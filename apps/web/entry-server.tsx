// the rendering bundle has its own message runtime; this makes it follow the request's language
import '@duo/platform/i18n/server.ts'
import { createAppRouter } from '@duo/features/client'
import { isNotFound, rootRouteId } from '@tanstack/react-router'
import { createRequestHandler, RouterServer, renderRouterToStream } from '@tanstack/react-router/ssr/server'
import type { RenderOptions } from './render.ts'
import './styles.css'

/** Renders a page to an HTTP response: HTML or a redirect. */
export function render({ request, manifest, onRoute, onError, ...options }: RenderOptions): Promise<Response> {
  const handler = createRequestHandler({
    request,
    createRouter: () => createAppRouter({ ...options, onError }),
    getRouterManifest: () => manifest,
  })
  return handler(({ request, responseHeaders, router }) => {
    onRoute(router.state.matches.at(-1)?.routeId ?? rootRouteId)
    for (const { error } of router.state.matches) if (error !== undefined && !isNotFound(error)) onError(error)
    return renderRouterToStream({ request, responseHeaders, router, children: <RouterServer router={router} /> })
  })
}

export { pageFiles } from '@duo/features/client'
