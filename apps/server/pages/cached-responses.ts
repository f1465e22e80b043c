import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { hasCredentials } from '@duo/features/auth/server/sessions/sessions.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale, localeInPath } from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import { choseEnglish, type RequestStep, readRequestedLocale } from '../http/context.ts'
import { logRequest } from '../http/request-log.ts'
import type { ClientAddress } from '../http/visitor/client-address.ts'
import { createHostCheck, isHostOf } from '../http/visitor/host.ts'
import { type CachedBody, sendCached } from './cached-body.ts'
import type { CallCache } from './calls/call-cache.ts'
import { addressOfGet, isPostedQuery, readQuery } from './calls/posted-query.ts'
import type { PageCache } from './page-cache.ts'
import { isHintRight } from './session-hint.ts'

interface Parts {
  appContext: AppContext
  cache: PageCache
  callCache: CallCache
  publicUrl: string | undefined
  addressOf: ClientAddress
  requests: readonly RequestStep[]
}

const procedures = '/api/trpc/'

/** Responds in front of Express if a cached response fits as it is. Leaves everything that needs a decision to the app. */
export function cachedResponses({ appContext, cache, callCache, publicUrl, addressOf, requests }: Parts) {
  const hostKind = createHostCheck(publicUrl)
  const site = new URL(appContext.publicUrl)
  const { log, observer } = appContext
  const start = requests.reduceRight<RequestStep>(
    (inner, step) => (req, res, next) => step(req, res, () => inner(req, res, next)),
    (_req, _res, next) => next(),
  )

  const findPage = ({ headers }: IncomingMessage, path: string, query: string) => {
    const page = cache.current(path)
    if (
      !page ||
      (page.dependsOnQuery && withoutMarks(query) !== '') ||
      (!page.isForEveryone && hasCredentials(appContext, headers))
    )
      return null
    if (!isHintRight(appContext, headers)) return null
    if (localeInPath(path) !== undefined) return page
    return choseEnglish({ headers }) || (readRequestedLocale({ headers }) ?? baseLocale) !== baseLocale ? null : page
  }

  const send = (req: IncomingMessage, res: ServerResponse, path: string, cached: CachedBody) => {
    addressOf(req) // notices proxies that send no address, also if all their visitors get cached pages
    logRequest(log, req, res, path)
    start(req, res, () => {
      if (!observer || !path.startsWith(procedures)) return sendCached(req, res, cached)
      void observer.procedure(
        path.slice(procedures.length),
        async () => sendCached(req, res, cached),
        () => null,
      )
    })
    return true
  }

  const findRead = (req: IncomingMessage, path: string, url: string) => {
    if (!path.startsWith(procedures)) return findPage(req, path, url.slice(path.length))
    return req.headers.origin === undefined && isOwn(req.headers) ? callCache.current(url) : undefined
  }

  /** Only of visitors, whose response sets no cookie. A browser's POST names the page's origin. */
  const mayPost = ({ headers }: IncomingMessage) =>
    isOwn(headers) &&
    (headers.origin === undefined || (headers.origin === site.origin && isHostOf(site, headers.host))) &&
    !hasCredentials(appContext, headers) &&
    isHintRight(appContext, headers)

  return async (req: IncomingMessage, res: ServerResponse): Promise<boolean> => {
    const { method, url = '', headers } = req
    const isPost = isPostedQuery(req)
    if ((method !== 'GET' && method !== 'HEAD' && !isPost) || hostKind(headers.host) !== 'ours') return false
    const [path = ''] = url.split('?', 1)
    if (!isPost) {
      const cached = findRead(req, path, url)
      return cached ? send(req, res, path, cached) : false
    }
    if (!mayPost(req)) return false
    const body = await readQuery(req)
    if (body === null) return true
    const cached = callCache.current(addressOfGet(url, body))
    return cached ? send(req, res, path, cached) : false
  }
}

/** Not from another site, and without an API key, whose scopes and limits must be checked. */
const isOwn = ({ authorization, 'sec-fetch-site': site }: IncomingHttpHeaders) =>
  authorization === undefined && (site === undefined || site === 'same-origin' || site === 'none')
