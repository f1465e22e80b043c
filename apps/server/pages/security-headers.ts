import { randomBytes } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { localsOf } from '../http/context.ts'

/** CSP sources of Tag Manager and Google Analytics 4 (developers.google.com/tag-platform/security/guides/csp). */
const tagManager = 'https://*.googletagmanager.com'
const analytics = 'https://*.google-analytics.com'
const regionalAnalytics = 'https://*.analytics.google.com'

interface Options {
  https: boolean
  dev: boolean
  tags: boolean
}

export interface SecurityHeaders {
  common: Readonly<Record<string, string>>
  /** Content-Security-Policy whose scripts are our files and these sources. */
  policy: (scripts: readonly string[]) => string
}

/** Builds the security headers once. Inline styles are allowed because React and Radix set style attributes. */
export function createSecurityHeaders({ https, dev, tags }: Options): SecurityHeaders {
  const others = [
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    ['img-src', "'self'", 'data:', ...(tags ? [tagManager, analytics] : [])].join(' '),
    "font-src 'self'",
    ['connect-src', "'self'", ...(dev ? ['ws:'] : []), ...(tags ? [tagManager, analytics, regionalAnalytics] : [])].join(' '),
    "form-action 'self'",
    "frame-ancestors 'none'",
    "frame-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join(';')
  return {
    common: {
      ...helmetHeaders(https),
      'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
    },
    policy: (scripts) =>
      `default-src 'self';${['script-src', "'self'", ...scripts, ...(tags ? [tagManager] : [])].join(' ')};${others}`,
  }
}

function helmetHeaders(https: boolean): Record<string, string> {
  const res = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    // with `no-referrer`, browsers send `Origin: null` with our own forms
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  setHeaders(res.req, res, () => {})
  return Object.fromEntries(Object.entries(res.getHeaders()).map(([name, value]) => [name, String(value)]))
}

/** Sets the security headers; scripts run by a nonce of this response. */
export function securityHeaders({ common, policy }: SecurityHeaders): RequestHandler {
  return (_req, res, next) => {
    // 128 bits as CSP demands; a UUID has only 122
    const nonce = randomBytes(16).toString('hex')
    localsOf(res).nonce = nonce
    for (const [name, value] of Object.entries(common)) res.setHeader(name, value)
    // with strict-dynamic, browsers ignore host sources: the container runs because our own script adds it
    res.setHeader('Content-Security-Policy', policy([`'nonce-${nonce}'`, "'strict-dynamic'"]))
    next()
  }
}
