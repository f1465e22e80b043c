import { isIP } from 'node:net'
import { hostOf } from '@duo/platform/server/security/client-address.ts'
import { AppError, type ErrorCode } from '@duo/platform/shared/errors.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { isReadable } from './canonical-path.ts'
import { localsOf } from './context.ts'

// developers.google.com/tag-platform/security/guides/csp, Tag Manager and Google Analytics 4; other vendors' tags get nowhere
const tagManager = 'https://*.googletagmanager.com'
const analytics = 'https://*.google-analytics.com'
const regionalAnalytics = 'https://*.analytics.google.com'

/**
 * Headers of every answer. Scripts run by nonce only; styles may be inline because React and Radix set style attributes.
 * `https` is whether the public address is; without it a browser must not be told to insist on TLS. `tags` is whether there is a
 * tag manager: only then may a page, which waits for its visitor's consent, talk to anybody but us.
 */
export function securityHeaders({ https, dev, tags }: { https: boolean; dev: boolean; tags: boolean }): RequestHandler[] {
  const nonce = (_req: unknown, res: unknown) => `'nonce-${localsOf(res as Response).nonce}'`
  return [
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: ["'self'"],
          // a browser that knows strict-dynamic passes over the addresses: the container runs because our own script adds it
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
      // 'same-origin', not 'no-referrer': with the latter a browser sends `Origin: null` with our own plain forms
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

/** Whether a `Host` is one by which only this machine is reached. */
const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(nameIn(host))

/** Whether a `Host` may be ours: the public one; without a public address, this machine's names and plain IP addresses (no DNS rebinding). */
function isOurHost(host: string, publicHost: string | undefined): boolean {
  if (host === publicHost || isThisMachine(host)) return true
  return publicHost === undefined && isIP(nameIn(host).replace(/^\[|\]$/g, '')) !== 0
}

/** What proxies and tunnels add to a request that they pass on. */
const forwarding = /^(?:forwarded|via|x-forwarded.*|x-original-.*|.*real-ip|.*client-ip|.*connecting-ip)$/

/** Refuses requests that a proxy or a tunnel passed on, or that name another host: only this machine's own browser may read what follows. */
export const thisMachineOnly: RequestHandler = (req, _res, next) => {
  if (Object.keys(req.headers).some((name) => forwarding.test(name)) || !isThisMachine(req.headers.host ?? ''))
    throw new AppError('forbidden')
  next()
}

const isAddress = (entry: string) => entry.trim() === 'unknown' || hostOf(entry) !== null

/** Methods that anything of ours answers. */
const methods = new Set(['GET', 'HEAD', 'POST'])

/** Turns away requests that no honest client makes: an address that is not a path, a method nobody asked for, a call that cannot be read. */
export const rejectMalformedRequests: RequestHandler = (req, res, next) => {
  const reject = (status: number, error: ErrorCode) => void res.status(status).json({ error, requestId: localsOf(res).requestId })
  if (!req.originalUrl.startsWith('/')) return reject(400, 'bad_input')
  if (!methods.has(req.method)) return reject(405, 'method_not_allowed')
  // pages look after themselves, because people see their answer
  if (req.path.startsWith('/api/') && !isReadable(req.path)) return reject(400, 'bad_input')
  next()
}

/** Turns away requests whose headers no honest client sends. A forged but well-formed `X-Forwarded-For` is simply not believed. */
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

/** Where a request was sent, with its scheme, once the host is known to be ours. A proxy in front says whether it came by https. */
export function originOf(publicUrl: string, req: Request): string {
  const { host, origin } = new URL(publicUrl)
  return req.headers.host === host ? origin : `${req.protocol}://${req.headers.host}`
}

/**
 * Refuses what another site makes a browser send, the same host without TLS included: state-changing calls, and every call of a procedure,
 * whose streams are GETs that carry the cookie (OWASP: verify the origin with standard headers).
 */
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

/** Keeps answers out of every cache; for what is made for one caller. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
