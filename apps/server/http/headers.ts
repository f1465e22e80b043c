import { unsubscribePath } from '@duo/features/waitlist/rules.ts'
import type { Logger } from '@duo/platform/server/log.ts'
import { AppError } from '@duo/platform/shared/errors.ts'
import type { Request, RequestHandler } from 'express'
import { isApiPath, isProcedurePath } from './api-path.ts'
import { isReadable } from './paths/canonical-path.ts'
import { createHostCheck, isHostOf, isThisMachine } from './visitor/host.ts'
import { refuse, refuseHost } from './visitor/refusal.ts'

const forwarding = /^(?:forwarded|via|x-forwarded.*|x-original-.*|.*real-ip|.*client-ip|.*connecting-ip)$/

/** Whether a request names this machine and came through no proxy, so that only a local program can read the response. */
export const isDirectFromThisMachine = ({ headers }: Pick<Request, 'headers'>) =>
  !Object.keys(headers).some((name) => forwarding.test(name)) && isThisMachine(headers.host ?? '')

export const thisMachineOnly: RequestHandler = (req, _res, next) => {
  if (!isDirectFromThisMachine(req)) throw new AppError('forbidden')
  next()
}

const methods = new Set(['GET', 'HEAD', 'POST'])

/** Rejects malformed requests: a URL that is not a path, an unsupported method, an undecodable API path. */
export const rejectMalformedRequests: RequestHandler = (req, res, next) => {
  if (!req.originalUrl.startsWith('/')) return refuse(req, res, { status: 400, error: 'bad_input' })
  if (!methods.has(req.method)) return refuse(req, res, { status: 405, error: 'method_not_allowed' })
  if (req.path.startsWith('/api/') && !isReadable(req.path)) return refuse(req, res, { status: 400, error: 'bad_input' })
  next()
}

const redirectMaxAge = 3600 // seconds; a permanent redirect would outlive a changed PUBLIC_URL

const hostLogInterval = 60_000

/**
 * Redirects reads of another spelling of our host to the public origin, with path and query. Refuses other hosts; a log line a minute
 * names one, because a proxy that does not pass on `Host` has every visitor refused.
 */
export function publicHostOnly(publicUrl: string | undefined, log: Pick<Logger, 'warn'>): RequestHandler {
  const kindOf = createHostCheck(publicUrl)
  let loggedAt = Number.NEGATIVE_INFINITY
  const report = (host = '') => {
    if (performance.now() - loggedAt < hostLogInterval) return
    loggedAt = performance.now()
    log.warn({ host: host.slice(0, 100), publicUrl }, 'a request for another host was refused: a proxy must pass on Host')
  }
  return (req, res, next) => {
    const kind = kindOf(req.headers.host)
    if (kind === 'ours') return next()
    if (kind === 'foreign') report(req.headers.host)
    const onlyReads = req.method === 'GET' || req.method === 'HEAD'
    if (kind === 'foreign' || !onlyReads) return refuseHost(req, res, publicUrl)
    res.setHeader('Cache-Control', `public, max-age=${redirectMaxAge}`)
    res.redirect(308, publicUrl + req.originalUrl)
  }
}

/** Returns the origin that a request was sent to. Call it after the host check; a proxy in front reports https. */
export function originOf(publicUrl: string, req: Request): string {
  const canonical = new URL(publicUrl)
  return isHostOf(canonical, req.headers.host) ? canonical.origin : `${req.protocol}://${req.headers.host?.toLowerCase()}`
}

/** Rejects cross-site writes, and cross-site calls of procedures: streams are GETs that carry the cookie (OWASP CSRF). */
export function sameOriginOnly(publicUrl: string): RequestHandler {
  return (req, res, next) => {
    const onlyReads = req.method === 'GET' || req.method === 'HEAD'
    if (onlyReads && !isProcedurePath(req.path)) return next()
    // a mail program sends it, which may be a page or an extension (RFC 8058); the ticket in the address is the proof, no cookie counts
    if (req.path === unsubscribePath) return next()
    const { origin, 'sec-fetch-site': site } = req.headers
    // a browser that sends no referrer has the origin `null` in our forms without scripts; other pages cannot set `Sec-Fetch-Site`
    const isOwnPage = origin === 'null' && site === 'same-origin' && !isApiPath(req.path)
    const foreign = origin !== undefined && origin !== originOf(publicUrl, req) && !isOwnPage
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
      return refuse(req, res, { status: 403, error: 'forbidden' })
    }
    next()
  }
}

export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
