import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { hasCredentials } from '@duo/features/auth/server/sessions/sessions.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale, localeInPath } from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import { choseEnglish, type RequestStep, readRequestedLocale } from '../http/context.ts'
import { logRequest } from '../http/request-log.ts'
import type { ClientAddress } from '../http/visitor/client-address.ts'
import { createHostCheck } from '../http/visitor/host.ts'
import { sendCached } from './cached-body.ts'
import type { CallCache } from './call-cache.ts'
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

  return (req: IncomingMessage, res: ServerResponse): boolean => {
    const { method, url = '', headers } = req
    if (method !== 'GET' && method !== 'HEAD') return false
    const [path = ''] = url.split('?', 1)
    const isCall = path.startsWith(procedures)
    const cached = isCall ? isOwn(headers) && callCache.current(url) : findPage(req, path, url.slice(path.length))
    if (!cached || hostKind(headers.host) !== 'ours') return false
    addressOf(req) // notices proxies that send no address, also if all their visitors get cached pages
    logRequest(log, req, res, path)
    start(req, res, () => {
      if (!isCall || !observer) return sendCached(req, res, cached)
      void observer.procedure(
        path.slice(procedures.length),
        async () => sendCached(req, res, cached),
        () => null,
      )
    })
    return true
  }
}

/** Not from another site, and without an API key, whose scopes and limits must be checked. */
const isOwn = ({ origin, authorization, 'sec-fetch-site': site }: IncomingHttpHeaders) =>
  origin === undefined && authorization === undefined && (site === undefined || site === 'same-origin' || site === 'none')
