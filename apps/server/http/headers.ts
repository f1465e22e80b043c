import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { hostOf } from '@duo/platform/server/security/client-address.ts'
import { AppError, type ErrorCode } from '@duo/platform/shared/errors.ts'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { isReadable } from './canonical-path.ts'
import { localsOf } from './context.ts'

const languageList = /^[\w*;=,. -]{0,500}$/

const reject = (res: Response, status: number, header: string) =>
  void res.status(status).json({ error: 'bad_input', header, requestId: localsOf(res).requestId })

const nameIn = (host: string) => host.toLowerCase().replace(/:\d+$/, '')

const isThisMachine = (host: string) => ['localhost', '127.0.0.1', '[::1]'].includes(nameIn(host))

/** Without a public URL, allows names of this machine and plain IP addresses only, against DNS rebinding. */
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

/** Finds a header that no honest client sends. A well-formed but forged `X-Forwarded-For` is ignored. */
export function createHeaderCheck(publicUrl: string | undefined) {
  const publicHost = publicUrl && new URL(publicUrl).host
  return (headers: IncomingHttpHeaders): { status: number; header: string } | null => {
    const { host, 'accept-language': languages = '', 'x-forwarded-for': forwarded } = headers
    if (!host || !isOurHost(host.toLowerCase(), publicHost)) return { status: 421, header: 'host' }
    if (!languageList.test(languages)) return { status: 400, header: 'accept-language' }
    if (forwarded === undefined || String(forwarded).split(',').every(isAddress)) return null
    return { status: 400, header: 'x-forwarded-for' }
  }
}

export type HeaderCheck = ReturnType<typeof createHeaderCheck>

export function rejectInvalidHeaders(findInvalid: HeaderCheck): RequestHandler {
  return (req: Request, res: Response, next: NextFunction) => {
    const invalid = findInvalid(req.headers)
    if (invalid) reject(res, invalid.status, invalid.header)
    else next()
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
