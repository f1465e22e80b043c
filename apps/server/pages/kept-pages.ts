import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasCredentials } from '@duo/features/server'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { baseLocale, localeInPath } from '@duo/platform/shared/locale.ts'
import { withoutMarks } from '@duo/platform/shared/visit-marks.ts'
import { choseEnglish, type RequestStep, readRequestedLocale } from '../http/context.ts'
import type { HeaderCheck } from '../http/headers.ts'
import { logRequest } from '../http/request-log.ts'
import { sendKept } from './kept-page.ts'
import type { PageCache } from './page-cache.ts'

interface Parts {
  appContext: AppContext
  cache: PageCache
  findInvalid: HeaderCheck
  requests: readonly RequestStep[]
}

/** Answers in front of Express if a kept page is the whole answer. Whatever needs a decision is left to the app. */
export function keptPages({ appContext, cache, findInvalid, requests }: Parts) {
  const start = requests.reduceRight<RequestStep>(
    (inner, step) => (req, res, next) => step(req, res, () => inner(req, res, next)),
    (_req, _res, next) => next(),
  )
  return (req: IncomingMessage, res: ServerResponse): boolean => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const { url = '', headers } = req
    const [path = ''] = url.split('?', 1)
    const page = cache.current(path)
    if (!page || withoutMarks(url.slice(path.length)) !== '' || findInvalid(headers)) return false
    if (!page.isForEveryone && hasCredentials(appContext, headers)) return false
    if (localeInPath(path) === undefined && (choseEnglish(req) || (readRequestedLocale(req) ?? baseLocale) !== baseLocale))
      return false
    logRequest(appContext.log, req, res, path)
    start(req, res, () => sendKept(req, res, page))
    return true
  }
}
