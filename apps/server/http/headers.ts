import { isIP } from 'node:net'
import { hostOf } from '@duo/platform/server/security/client-address.ts'
import { AppError, type ErrorCode } from '@duo/platform/shared/errors.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { isReadable } from './canonical-path.ts'
import { localsOf } from './context.ts'

// CSP sources of Tag Manager and Google Analytics 4 (developers.google.com/tag-platform/security/guides/csp)
const tagManager = 'https://*.googletagmanager.com'
const analytics = 'https://*.google-analytics.com'
const regionalAnalytics = 'https://*.analytics.google.com'

/** Sets the security headers. Inline styles are allowed because React and Radix set style attributes. */
export function securityHeaders({ https, dev, tags }: { https: boolean; dev: boolean; tags: boolean }): RequestHandler[] {
  const nonce = (_req: unknown, res: unknown) => `'nonce-${localsOf(res as Response).nonce}'`
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          // with strict-dynamic, browsers ignore host sources: the container runs because our own script adds it
          scriptSrc: ["'self'", nonce, "'strict-dynamic'", ...(tags ? [tagManager] : [])],
          scriptSrcAttr: ["'none'"],
          styleSrc: ["'self'", "'unsafe-inline'"],
          imgSrc: ["'self'", 'data:', ...(tags ? [tagManager, analytics] : [])],
          fontSrc: ["'self'"],
          connectSrc: ["'self'", ...(dev ? ['ws:'] : []), ...(tags ? [tagManager, analytics, regionalAnalytics] : [])],
          formAction: ["'self'"],
          frameAncestors: ["'none'"],
          frameSrc: ["'self'"],
          baseUri: ["'none'"],
          objectSrc: ["'none'"],
          ...(https ? { upgradeInsecureRequests: [] } : {}),
        },
      },
      strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
      // 'no-referrer' would make browsers send `Origin: null` with our own forms
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
    }),
    (_req, res, next) => {
      res.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()')
      next()
    },
  ]
}

const languageList = /^[\w*;=,. -]{0,500}$/

const reject = (res: Response, status: number, header: string) =>
  void res.status(status).json({ error: 'bad_input', header, requestId: localsOf(res).requestId })

const nameIn = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(nameIn(host))

// without a public URL: this machine's names and plain IP addresses, against DNS rebinding
function isOurHost(host: string, publicHost: string | undefined): boolean {
  if (host === publicHost || isThisMachine(host)) return true
  return publicHost === undefined && isIP(nameIn(host).replace(/^\[|\]$/g, '')) !== 0
}

const forwarding = /^(?:forwarded|via|x-forwarded.*|x-original-.*|.*real-ip|.*client-ip|.*connecting-ip)$/

/** Rejects requests that were proxied or that name another host, so that only a local browser can read the response. */
export const thisMachineOnly: RequestHandler = (req, _res, next) => {
  if (Object.keys(req.headers).some((name) => forwarding.test(name)) || !isThisMachine(req.headers.host ?? ''))
    throw new AppError('forbidden')
  next()
}

const isAddress = (entry: string) => entry.trim() === 'unknown' || hostOf(entry) !== null

const methods = new Set(['GET', 'HEAD', 'POST'])

/** Rejects malformed requests: a URL that is not a path, an unsupported method, an undecodable API path. */
export const rejectMalformedRequests: RequestHandler = (req, res, next) => {
  const reject = (status: number, error: ErrorCode) => void res.status(status).json({ error, requestId: localsOf(res).requestId })
  if (!req.originalUrl.startsWith('/')) return reject(400, 'bad_input')
  if (!methods.has(req.method)) return reject(405, 'method_not_allowed')
  if (req.path.startsWith('/api/') && !isReadable(req.path)) return reject(400, 'bad_input')
  next()
}

/** Rejects requests with headers that no honest client sends. A well-formed but forged `X-Forwarded-For` is ignored. */
export function rejectInvalidHeaders(publicUrl: string | undefined): RequestHandler {
  const publicHost = publicUrl && new URL(publicUrl).host
  return (req: Request, res: Response, next: NextFunction) => {
    const { host, 'accept-language': languages = '', 'x-forwarded-for': forwarded } = req.headers
    if (!host || !isOurHost(host.toLowerCase(), publicHost)) return reject(res, 421, 'host')
    if (!languageList.test(languages)) return reject(res, 400, 'accept-language')
    if (forwarded !== undefined && !String(forwarded).split(',').every(isAddress)) return reject(res, 400, 'x-forwarded-for')
    next()
  }
}

/** Returns the origin that a request was sent to. Call it after the host check; a proxy in front reports https. */
export function originOf(publicUrl: string, req: Request): string {
  const { host, origin } = new URL(publicUrl)
  return req.headers.host === host ? origin : `${req.protocol}://${req.headers.host}`
}

/** Rejects cross-site writes, and cross-site calls of procedures: streams are GETs that carry the cookie (OWASP CSRF). */
export function sameOriginOnly(publicUrl: string): RequestHandler {
  return (req, res, next) => {
    const onlyReads = req.method === 'GET' || req.method === 'HEAD'
    if (onlyReads && !req.path.startsWith('/api/trpc/')) return next()
    const { origin, 'sec-fetch-site': site } = req.headers
    const foreign = origin !== undefined && origin !== originOf(publicUrl, req)
    if (foreign || (site !== undefined && site !== 'same-origin' && site !== 'none')) {
      return void res.status(403).json({ error: 'forbidden', requestId: localsOf(res).requestId })
    }
    next()
  }
}

export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
