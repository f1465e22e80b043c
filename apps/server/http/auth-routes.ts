import { readApiKey } from '@duo/features/auth/server/api-keys/api-key-token.ts'
import { endpointName } from '@duo/features/auth/server/better-auth/find-endpoint.ts'
import { createAuth } from '@duo/features/auth/server/better-auth/handler.ts'
import { providerFailedPath, withQuery } from '@duo/features/auth/server/better-auth/provider-attempts.ts'
import type { ProviderKeys } from '@duo/features/auth/server/better-auth/providers.ts'
import type { AppContext } from '@duo/platform/server/trpc.ts'
import { AppError, type ErrorCode, errorStatus, isErrorCode } from '@duo/platform/shared/errors.ts'
import { baseLocale } from '@duo/platform/shared/locale.ts'
import { type ErrorRequestHandler, type Request, type RequestHandler, type Response, Router } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import { parsedJson } from './bodies/json-body.ts'
import { localsOf, readRequestedLocale } from './context.ts'
import { codeOf, retryAfterOf } from './error-handler.ts'
import { originOf } from './headers.ts'

const bodyLimit = '16kb'

const json = parsedJson(bodyLimit)

export function auth(appContext: AppContext, keys: ProviderKeys, admit: RequestHandler): Router {
  const { handle } = createAuth(appContext, keys)
  const answer: RequestHandler = async (req, res) => {
    localsOf(res).accountCall = endpointName(req.path)
    // a key is not a session, and must not lead to one
    if (readApiKey(req.headers.authorization) !== undefined) throw new AppError('forbidden')
    const { cookie, authorization, origin, 'user-agent': userAgent = '', 'sec-fetch-site': fetchSite } = req.headers
    const idempotencyKey = req.get('idempotency-key')
    const response = await handle({
      method: req.method === 'HEAD' ? 'GET' : req.method,
      origin: originOf(appContext.publicUrl, req),
      path: req.path,
      query: queryOf(req),
      headers: { cookie, authorization, origin, fetchSite: fetchSite?.toString(), idempotencyKey },
      userAgent,
      body: bodyOf(req),
      clientAddress: localsOf(res).clientAddress ?? 'unknown',
      locale: readRequestedLocale(req) ?? baseLocale,
    })
    if (response.status >= 400) appContext.observer?.failure('account', codeOfStatus(response.status))
    if (response.status >= 400 && isCallback(req)) return sendToSignIn(appContext, req, res, codeOfStatus(response.status))
    res.status(response.status)
    for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
    for (const cookie of response.headers.getSetCookie()) res.append('Set-Cookie', cookie)
    res.end(Buffer.from(await response.arrayBuffer()))
  }
  const router = Router()
  router.use(admit, json, answer, failure(appContext))
  return router
}

/** Providers send people here with their browser, some with a form, so an error must lead to a page. */
const isCallback = ({ method, path, headers: { accept = '' } }: Request) =>
  (method === 'GET' || /text\/html/i.test(accept)) && /^\/callback\/[\w-]+$/.test(path)

function sendToSignIn(appContext: AppContext, req: Request, res: Response, code: ErrorCode) {
  const locale = readRequestedLocale(req) ?? baseLocale
  const path = providerFailedPath(appContext, { cookies: req.headers.cookie, query: queryOf(req), locale })
  res.redirect(303, withQuery(path, `error=${code}`))
}

const queryOf = ({ url, path }: Request) => url.slice(path.length)

function codeOfStatus(status: number): ErrorCode {
  const known = Object.keys(errorStatus)
    .filter(isErrorCode)
    .find((code) => errorStatus[code] === status)
  return known ?? (status >= 500 ? 'internal' : 'bad_input')
}

function bodyOf({ method, headers, body }: Pick<Request, 'method' | 'headers'> & { body: unknown }): Record<string, unknown> {
  if (method === 'GET' || method === 'HEAD') return {}
  const isEmpty = headers['content-length'] === '0' || (headers['content-length'] === undefined && !headers['transfer-encoding'])
  if (isEmpty) return {}
  if (body === undefined) throw new AppError('unsupported_media')
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new AppError('bad_input')
  return { ...body }
}

const failure =
  (appContext: AppContext): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const { log, observer } = appContext
    const isTooLarge = error instanceof Error && 'type' in error && error.type === 'entity.too.large'
    const code = isTooLarge ? 'too_large' : codeOf(error)
    const { requestId } = localsOf(res)
    if (!(error instanceof Overloaded)) observer?.failure('account', code)
    // overload is not an error and must not flood the log
    if (error instanceof Overloaded) log.debug({ code, requestId, call: req.path }, 'call rejected')
    else if (error instanceof AppError && code === 'unavailable')
      log.warn({ code, requestId, call: req.path }, 'call rejected: service unavailable')
    else if (errorStatus[code] >= 500) log.error({ err: error, code, requestId, call: req.path }, 'call failed')
    else log.info({ code, requestId, call: req.path }, 'call rejected')
    if (res.headersSent) return void res.destroy()
    if (isCallback(req)) return sendToSignIn(appContext, req, res, code)
    const wait = retryAfterOf(error, code)
    if (wait !== null) res.setHeader('Retry-After', String(wait))
    res.status(errorStatus[code]).json({ code: code.toUpperCase(), message: code, requestId })
  }
