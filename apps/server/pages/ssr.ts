import { randomUUID } from 'node:crypto'
import { appRouter, findRedirect, hasCredentials } from '@duo/features/server'
import { withLocale } from '@duo/platform/i18n/server.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { type AppContext, appCodeOf } from '@duo/platform/server/trpc.ts'
import { type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import {
  baseLocale,
  type Locale,
  localeCookie,
  localeInPath,
  localizePath,
  secureLocaleCookie,
} from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import type { PostedJoin } from '@duo/web/render.ts'
import { createTRPCClient, TRPCClientError, unstable_localLink } from '@trpc/client'
import type { TRPCError } from '@trpc/server'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { WebAssets } from '../assets/web-assets.ts'
import type { ContentVersion } from '../content/content-version.ts'
import { canonicalPath, invalidPath } from '../http/canonical-path.ts'
import { choseEnglish, createContext, localsOf, readRequestedLocale } from '../http/context.ts'
import { computeRetryAfter } from '../http/error-handler.ts'
import { isSecretLink } from '../http/secret-links.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'
import { type CachedPage, createPageCache, etagOf, formKeyPlaceholder, noncePlaceholder } from './page-cache.ts'

/** What pages are made with. */
export interface PageParts {
  world: AppContext
  web: WebAssets
  /** The tag manager's container. */
  gtmId: string | undefined
  contentVersion: ContentVersion
  shedder: LoadShedder
}

/**
 * Every page, rendered on the server. A wrongly written address goes to the right one; a plain address goes to the Portuguese one
 * when the visitor asked for Portuguese; an address that carries its language is always honoured.
 */
export function pages(parts: PageParts): RequestHandler {
  const { world, web } = parts
  const cached = createPageCache(parts.contentVersion)
  const secure = world.publicUrl.startsWith('https:')
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      return void res
        .status(405)
        .set('Allow', 'GET, HEAD')
        .json({ error: 'method_not_allowed', requestId: localsOf(res).requestId })
    }
    const path = canonicalPath(req.path)
    const query = req.originalUrl.slice(req.path.length)
    if (path !== req.path && path !== invalidPath) return res.redirect(301, path + query)

    const acceptedLocale = localeInPath(path)
    if (!acceptedLocale) {
      res.vary('Accept-Language').vary('Cookie')
      const english = choseEnglish(req)
      if (english)
        res.cookie(secure ? secureLocaleCookie : localeCookie, 'en', { maxAge: 365 * 24 * 3_600_000, sameSite: 'lax', secure })
      const requestedLocale = localizePath(path, english ? 'en' : (readRequestedLocale(req) ?? baseLocale))
      // an article may be elsewhere in that language: one step, not two
      if (requestedLocale !== path && path !== invalidPath)
        return res.redirect(302, ((await findRedirect(world.db, requestedLocale)) ?? requestedLocale) + query)
    }
    const locale = acceptedLocale ?? (path === invalidPath ? (readRequestedLocale(req) ?? baseLocale) : baseLocale)
    // it can end at any moment, and a tag manager would tell others its address
    const isSecret = isSecretLink(path)
    const gtmId = isSecret ? undefined : parts.gtmId
    const render = (query: string) =>
      parts.shedder.page(res, async () => {
        const redirectPath = await findRedirect(world.db, path)
        if (redirectPath !== null) return redirection(redirectPath + query)
        return renderPage({
          ...parts,
          gtmId,
          req,
          res,
          locale,
          address: (path === invalidPath ? localizePath(path, locale) : path) + query,
        })
      })
    // a query can be anything, and pages may show it; who comes with a session, by whichever header `createContext` hands on, gets
    // pages of their own: only bare addresses of strangers are shared.
    // Marks of where a visit comes from are for the page's scripts, which find them in the browser's address.
    const isPersonal = isSecret || hasCredentials(world, req.headers)
    const isShared = web.keepsPages && withoutMarks(query) === '' && !isPersonal
    const page = isShared ? withQuery(await cached(path, () => render('')), query) : await render(query)
    if (web.link) res.setHeader('Link', web.link)
    send(req, res, { ...page, isPersonal })
  }
}

/** An article is at another address for good. */
const redirection = (location: string): CachedPage => ({ status: 301, html: '', etag: '', location, route: 'moved' })

/** What a bare address answered, for one with marks: a redirection takes them along. */
const withQuery = (page: CachedPage, query: string): CachedPage =>
  page.location && query
    ? { ...page, location: page.location + (page.location.includes('?') ? `&${query.slice(1)}` : query) }
    : page

export interface Rendering extends Omit<PageParts, 'contentVersion' | 'shedder'> {
  req: ExpressRequest
  res: ExpressResponse
  locale: Locale
  /** Path and query, rightly written. */
  address: string
  postedJoin?: PostedJoin
  /** The key that a posted form came with, where it may be posted again. */
  formKey?: string | undefined
}

/**
 * Renders a page to its end; procedures run in process with one context. A page that shows a failure, in its own place or in that of
 * some of its data, has the failure's status.
 */
export async function renderPage({
  world,
  web,
  gtmId,
  req,
  res,
  locale,
  address,
  postedJoin,
  formKey,
}: Rendering): Promise<CachedPage> {
  const context = createContext(world, req, res, locale)
  const retryAfter: TRPCError[] = []
  const shown: ErrorCode[] = []
  let route: string | undefined
  const client = createTRPCClient<typeof appRouter>({
    links: [
      unstable_localLink({
        router: appRouter,
        createContext: async () => context,
        onError: ({ error, path }) => {
          retryAfter.push(error)
          world.observer?.failure('procedure', appCodeOf(error))
          logFailure(context.log, error, path)
        },
      }),
    ],
  })
  const { module, manifest } = await web.load()
  return withLocale(locale, async () => {
    const response = await module.render({
      request: webRequest(req, world.publicUrl + address),
      api: async () => client,
      locale,
      nonce: noncePlaceholder,
      origin: world.publicUrl,
      requestId: context.requestId,
      postedJoin,
      formKey: formKey ?? formKeyPlaceholder,
      gtmId,
      manifest,
      onRoute: (id) => {
        route = id
      },
      onError: (err) => {
        const code =
          err instanceof TRPCClientError ? ((err.data as { appCode?: ErrorCode } | undefined)?.appCode ?? 'internal') : 'internal'
        shown.push(code)
        if (errorStatus[code] >= 500) context.log.error({ err, code }, 'page failed')
      },
    })
    // collected before it is sent: compressing a whole page costs a fraction of compressing a stream
    const html = await response.text()
    const [failure] = shown
    return {
      status: failure === undefined ? response.status : errorStatus[failure],
      html,
      etag: etagOf(html),
      location: response.headers.get('location'),
      route: response.status === 404 ? 'not found' : (route ?? 'moved'),
      retryAfter: failure === undefined ? null : computeRetryAfter(retryAfter),
    }
  })
}

/** Sends a page. One that was made for who is signed in is kept nowhere: not by the browser either, where the next person could go back to it. */
export function send(req: ExpressRequest, res: ExpressResponse, page: CachedPage & { isPersonal?: boolean }) {
  const { status, html, etag, location, retryAfter, route, isPersonal = false } = page
  localsOf(res).route = route
  res.setHeader('Cache-Control', isPersonal ? 'no-store' : 'private, no-cache')
  if (location) return res.redirect(status, location)
  if (status === 200 && !isPersonal) {
    res.setHeader('ETag', etag)
    if (req.headers['if-none-match']?.includes(etag)) {
      // the browser keeps its copy with that copy's nonce, so it must keep that copy's policy too
      res.removeHeader('Content-Security-Policy')
      return void res.status(304).end()
    }
  }
  if (retryAfter) res.setHeader('Retry-After', String(retryAfter))
  res
    .status(status)
    .type('html')
    .send(html.replaceAll(noncePlaceholder, localsOf(res).nonce).replaceAll(formKeyPlaceholder, randomUUID()))
}

/** A procedure that failed while a page was made; refusals are the page's business. */
function logFailure(log: Logger, error: TRPCError, procedure: string | undefined) {
  const code = appCodeOf(error)
  if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure }, 'call failed')
}

/** The request as the router reads it; its address is built from ours, so that `//evil.example` stays a path. */
function webRequest(req: ExpressRequest, url: string): Request {
  const headers = new Headers({ accept: 'text/html' })
  const agent = req.headers['user-agent']
  if (agent) headers.set('user-agent', agent)
  return new Request(url, { headers })
}
