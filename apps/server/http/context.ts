import { randomBytes, randomUUID } from 'node:crypto'
import { readApiKey, resolveApiKey, resolveViewer } from '@duo/features/server'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import {
  baseLocale,
  isLocale,
  type Locale,
  localeCookie,
  localeFromAcceptLanguage,
  localeInPath,
  secureLocaleCookie,
} from '@duo/platform/shared/locale.ts'
import type { Request, Response } from 'express'

export interface RequestLocals {
  requestId: string
  /** CSP nonce of this response's scripts. */
  nonce: string
  startedAt: number
  /** Rejected by load shedding: logged in summary, not per request. */
  isShed?: boolean
  /** Route pattern of the page (`/blog/$slug`), for metrics and traces, which must not contain paths. */
  route?: string
  accountCall?: string
}

export const localsOf = (res: Response) => res.locals as RequestLocals

/** Assigns a request id. A client's id is never accepted: it could forge log lines. */
export function identify(res: Response): string {
  const requestId = randomUUID()
  Object.assign(res.locals, {
    requestId,
    // 128 bits as CSP demands; a UUID has only 122
    nonce: randomBytes(16).toString('hex'),
    startedAt: performance.now(),
  } satisfies RequestLocals)
  res.setHeader('X-Request-Id', requestId)
  return requestId
}

/** Returns the language of the switcher's cookie, else of Accept-Language. With https, an older plain cookie is the fallback. */
export function readRequestedLocale(req: Request): Locale | undefined {
  const named = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1]
  const chosen = [named(secureLocaleCookie), named(localeCookie)].find(isLocale)
  return chosen ?? localeFromAcceptLanguage(req.headers['accept-language'])
}

/** Whether the visitor switched from Portuguese: only the language switcher links from there to a path without prefix. */
export function choseEnglish(req: Request): boolean {
  const { referer, host } = req.headers
  if (!referer || !URL.canParse(referer)) return false
  const from = new URL(referer)
  return from.host === host && localeInPath(from.pathname) === 'pt'
}

export function createContext(
  appContext: AppContext,
  req: Request,
  res: Response,
  locale = readRequestedLocale(req) ?? baseLocale,
): RequestContext {
  const { requestId } = localsOf(res)
  return {
    ...appContext,
    log: appContext.log.child({ requestId }),
    locale,
    method: req.method,
    clientAddress: req.ip ?? 'unknown',
    userAgent: (req.headers['user-agent'] ?? 'unknown').slice(0, 400),
    requestId,
    idempotencyKey: req.get('idempotency-key') ?? null,
    viewer: once(() => lookUpViewer(appContext, req, res)),
    apiKey: null,
  }
}

/** The context of a call from outside the site. Only these may carry an API key: pages ignore it. */
export function createCallContext(appContext: AppContext, req: Request, res: Response): RequestContext {
  const key = readApiKey(req.headers.authorization)
  return {
    ...createContext(appContext, req, res),
    apiKey: key === undefined ? null : once(() => resolveApiKey(appContext, key)),
  }
}

async function lookUpViewer(appContext: AppContext, { headers: { cookie, authorization } }: Request, res: Response) {
  const found = await resolveViewer(appContext, { cookie, authorization })
  if (found?.cookie && !res.headersSent) res.append('Set-Cookie', found.cookie)
  return found?.viewer ?? null
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  return () => {
    answer ??= ask()
    return answer
  }
}
