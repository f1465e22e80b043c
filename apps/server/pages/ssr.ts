import { hasCredentials } from '@duo/features/auth/server/sessions/sessions.ts'
import type { PageArticle } from '@duo/features/blog/server/article-redirects.ts'
import { locateArticle } from '@duo/features/blog/server/article-redirects.ts'
import { appRouter } from '@duo/features/server'
import { withLocale } from '@duo/platform/i18n/server.ts'
import { appCodeOf } from '@duo/platform/server/errors/trpc-errors.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
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
import type { DataController, PostedJoin } from '@duo/web/render.ts'
import { createTRPCClient, isTRPCClientError, unstable_localLink } from '@trpc/client'
import type { TRPCError } from '@trpc/server'
import type { Request as ExpressRequest, Response as ExpressResponse, RequestHandler } from 'express'
import type { WebAssets } from '../assets/web-assets.ts'
import { choseEnglish, createContext, localsOf, readRequestedLocale } from '../http/context.ts'
import { computeRetryAfter } from '../http/error-handler.ts'
import { canonicalPath, decodeQuery, invalidPath } from '../http/paths/canonical-path.ts'
import { meantPath } from '../http/paths/meant-path.ts'
import { decodeFragment, isSecretLink } from '../http/paths/secret-links.ts'
import { refuse } from '../http/visitor/refusal.ts'
import type { LoadShedder } from '../load-shedding/load-shedding.ts'
import { sendCached } from './cached-body.ts'
import { noncePlaceholder, type RenderedPage, revalidated } from './cached-page.ts'
import { isCached, type PageCache } from './page-cache.ts'

export interface PageParts {
  appContext: AppContext
  web: WebAssets
  gtmId: string | undefined
  dataController: DataController
  cache: PageCache
  shedder: LoadShedder
}

/** Serves every page. Redirects to the canonical path and to Portuguese if requested; a language prefix always wins. */
export function pages(parts: PageParts): RequestHandler {
  const { appContext, web, cache } = parts
  const secure = appContext.publicUrl.startsWith('https:')
  return async (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD')
      return refuse(req, res.set('Allow', 'GET, HEAD'), { status: 405, error: 'method_not_allowed' })
    const query = req.originalUrl.slice(req.path.length)
    const withFragment = decodeFragment(req.path, query)
    if (withFragment !== null) return res.set('Cache-Control', 'no-store').redirect(302, withFragment)
    const meant = decodeQuery(req.path, query)
    if (meant !== null) return res.set('Cache-Control', 'no-store').redirect(302, meant)
    const path = canonicalPath(req.path)
    if (path !== req.path && path !== invalidPath) return res.redirect(301, path + query)
    const typed = meantPath(path, query, readRequestedLocale(req) ?? baseLocale)
    if (typed !== null) return res.set('Cache-Control', 'no-store').redirect(302, typed)

    const acceptedLocale = localeInPath(path)
    if (!acceptedLocale) {
      res.vary('Accept-Language').vary('Cookie')
      const english = choseEnglish(req)
      if (english)
        res.cookie(secure ? secureLocaleCookie : localeCookie, 'en', { maxAge: 365 * 24 * 3_600_000, sameSite: 'lax', secure })
      const requestedLocale = localizePath(path, english ? 'en' : (readRequestedLocale(req) ?? baseLocale))
      if (requestedLocale !== path && path !== invalidPath)
        return res.redirect(302, ((await locateArticle(appContext.db, requestedLocale)).redirectPath ?? requestedLocale) + query)
    }
    const locale = acceptedLocale ?? (path === invalidPath ? (readRequestedLocale(req) ?? baseLocale) : baseLocale)
    // the link can be revoked at any time, and a tag manager would leak its URL
    const isSecret = isSecretLink(path)
    const gtmId = isSecret ? undefined : parts.gtmId
    const render = (query: string, isAnonymous = false) =>
      parts.shedder.page(res, async () => {
        const { redirectPath, pageArticle } = await locateArticle(appContext.db, path)
        if (redirectPath !== null) return redirection(redirectPath + query)
        return renderPage({
          ...parts,
          gtmId,
          req,
          res,
          locale,
          address: (path === invalidPath ? localizePath(path, locale) : path) + query,
          pageArticle,
          isAnonymous,
        })
      })
    // Rendered without the query, so that no address can change what the next visitor gets.
    const isSignedIn = hasCredentials(appContext, req.headers)
    const isBare = withoutMarks(query) === '' || cache.ignoresQuery(path)
    const isCacheable = web.cachesPages && !isSecret && isBare && (!isSignedIn || cache.isForEveryone(path))
    const found = isCacheable ? await cache.fetch(path, () => render('', true)) : null
    if (found && isCached(found) && (found.isForEveryone || !isSignedIn)) return sendCached(req, res, found)
    if (web.link) res.setHeader('Link', web.link)
    const page = found && !isCached(found) && !isSignedIn ? withQuery(found, query) : await render(query)
    cache.learn(path, page)
    send(res, { ...page, isPersonal: isSecret || isSignedIn })
  }
}

const redirection = (location: string): RenderedPage => ({
  status: 301,
  html: '',
  location,
  route: 'moved',
  isForEveryone: true,
  dependsOnQuery: false,
})

const withQuery = (page: RenderedPage, query: string): RenderedPage =>
  page.location && query
    ? { ...page, location: page.location + (page.location.includes('?') ? `&${query.slice(1)}` : query) }
    : page

export interface Rendering extends Omit<PageParts, 'cache' | 'shedder'> {
  req: ExpressRequest
  res: ExpressResponse
  locale: Locale
  address: string
  /** The rows that were read to find the canonical path. */
  pageArticle?: PageArticle | undefined
  postedJoin?: PostedJoin
  /** Ignores credentials, because the page will be cached for others. */
  isAnonymous?: boolean
  /** Key of a submitted form that may be submitted again. */
  formKey?: string | undefined
}

/** Calls procedures in process with one context. An error in any part sets the status. */
export async function renderPage({
  appContext,
  web,
  gtmId,
  dataController,
  req,
  res,
  locale,
  address,
  pageArticle,
  postedJoin,
  isAnonymous = false,
  formKey,
}: Rendering): Promise<RenderedPage> {
  const { viewer, ...given } = createContext(appContext, req, res, locale)
  let isForEveryone = true
  const context: RequestContext = {
    ...given,
    pageArticle,
    viewer: async () => {
      isForEveryone = false
      return isAnonymous ? null : viewer()
    },
  }
  const retryAfter: TRPCError[] = []
  const shown: ErrorCode[] = []
  let route: { id: string; dependsOnQuery: boolean } | undefined
  const client = createTRPCClient<typeof appRouter>({
    links: [
      unstable_localLink({
        router: appRouter,
        createContext: async () => context,
        onError: ({ error, path }) => {
          retryAfter.push(error)
          appContext.observer?.failure('procedure', appCodeOf(error))
          logFailure(context.log, error, path)
        },
      }),
    ],
  })
  const { module, manifests } = await web.load()
  return withLocale(locale, async () => {
    // buffered, because compressing a whole page is much cheaper than compressing a stream
    const { status, location, html } = await module.render({
      request: webRequest(req, appContext.publicUrl + address),
      api: async () => client,
      locale,
      nonce: noncePlaceholder,
      origin: appContext.publicUrl,
      requestId: context.requestId,
      postedJoin,
      formKey,
      gtmId,
      dataController,
      studio: appContext.studio.access,
      manifests,
      onRoute: (given) => {
        route = given
      },
      onError: (err) => {
        const code = isTRPCClientError<typeof appRouter>(err) ? (err.data?.appCode ?? 'internal') : 'internal'
        shown.push(code)
        if (errorStatus[code] >= 500) context.log.error({ err, code }, 'page failed')
      },
    })
    const [failure] = shown
    return {
      status: failure === undefined ? status : errorStatus[failure],
      html,
      location,
      route: status === 404 ? 'not found' : (route?.id ?? 'moved'),
      retryAfter: failure === undefined ? null : computeRetryAfter(retryAfter),
      isForEveryone,
      dependsOnQuery: route?.dependsOnQuery ?? true,
    }
  })
}

/** Not even the browser may store a signed-in user's page: the next person could go back to it. */
export function send(res: ExpressResponse, page: RenderedPage & { isPersonal?: boolean }) {
  const { status, html, location, retryAfter, route, isPersonal = false } = page
  localsOf(res).route = route
  res.setHeader('Cache-Control', isPersonal ? 'no-store' : revalidated)
  if (location) return res.redirect(status, location)
  if (retryAfter) res.setHeader('Retry-After', String(retryAfter))
  res
    .status(status)
    .type('html')
    .send(html.replaceAll(noncePlaceholder, localsOf(res).nonce ?? ''))
}

function logFailure(log: Logger, error: TRPCError, procedure: string | undefined) {
  const code = appCodeOf(error)
  if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure }, 'call failed')
}

/** Built from our URL, so that `//evil.example` stays a path. */
function webRequest(req: ExpressRequest, url: string): Request {
  const headers = new Headers({ accept: 'text/html' })
  const agent = req.headers['user-agent']
  if (agent) headers.set('user-agent', agent)
  return new Request(url, { headers })
}
