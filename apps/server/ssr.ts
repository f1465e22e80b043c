import { appRouter } from '@duo/features/server'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { appCodeOf, type World } from '@duo/platform/server/trpc.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { baseLocale, localeInPath, localizePath } from '@duo/platform/shared/locale.ts'
import { createTRPCClient, unstable_localLink } from '@trpc/client'
import type { TRPCError } from '@trpc/server'
import type { Request as ExpressRequest, RequestHandler } from 'express'
import { askedLocale, createContext, localsOf } from './context.ts'
import type { Web } from './web.ts'

/**
 * Every page, rendered on the server. A plain address goes to the Portuguese one when the visitor asked for Portuguese;
 * an address that carries its language is always honoured. Procedures run in process with one context a page.
 */
export function pages(world: World, web: Web): RequestHandler {
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return void res
        .status(405)
        .set('Allow', 'GET, HEAD')
        .json({ error: 'method_not_allowed', requestId: localsOf(res).requestId })
    }
    const spoken = localeInPath(req.path)
    if (!spoken) {
      res.vary('Accept-Language').vary('Cookie')
      const wanted = localizePath(req.path, askedLocale(req) ?? baseLocale)
      if (wanted !== req.path) return res.redirect(302, wanted + req.originalUrl.slice(req.path.length))
    }
    const locale = spoken ?? baseLocale
    const context = createContext(world, req, res, locale)
    const client = createTRPCClient<typeof appRouter>({
      links: [unstable_localLink({ router: appRouter, createContext: async () => context, onError: logFailure(context.log) })],
    })
    const { requestId, nonce } = localsOf(res)
    const { module, manifest, link } = await web.load()
    const response = await withLocale(locale, () =>
      module.render({
        request: webRequest(req, world.publicUrl),
        api: async () => client,
        locale,
        nonce,
        origin: world.publicUrl,
        requestId,
        manifest,
        onError: (err) => context.log.error({ err }, 'page failed'),
      }),
    )
    // collected before it is sent: compressing a whole page costs a fraction of compressing a stream, and it gets an ETag
    const html = await withLocale(locale, () => response.text())
    res.status(response.status).setHeader('Cache-Control', 'private, no-cache')
    if (link) res.setHeader('Link', link)
    const location = response.headers.get('location')
    if (location) return res.redirect(response.status, location)
    res.type('html').send(html)
  }
}

/** A procedure that failed while a page was made; refusals are the page's business. */
const logFailure =
  (log: Logger) =>
  ({ error, path }: { error: TRPCError; path?: string | undefined }) => {
    const code = appCodeOf(error)
    if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure: path }, 'call failed')
  }

/** The request as the router reads it; its address is built from ours, so that `//evil.example` stays a path. */
function webRequest(req: ExpressRequest, publicUrl: string): Request {
  const headers = new Headers({ accept: 'text/html' })
  const agent = req.headers['user-agent']
  if (agent) headers.set('user-agent', agent)
  return new Request(publicUrl + req.originalUrl, { headers })
}
