import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readApiKey } from '@duo/features/auth/server/api-keys/api-key-token.ts'
import { resolveApiKey } from '@duo/features/auth/server/api-keys/resolve-api-key.ts'
import { resolveViewer } from '@duo/features/auth/server/sessions/sessions.ts'
import { accountHeader } from '@duo/features/session/account-header.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import {
  baseLocale,
  isLocale,
  type Locale,
  localeCookie,
  localeFromAcceptLanguage,
  localeFromPath,
  secureLocaleCookie,
} from '@duo/platform/shared/locale.ts'
import type { Request, Response } from 'express'

export interface RequestLocals {
  requestId: string
  startedAt: number
  nonce?: string
  /** The socket's address, or what a trusted proxy says (client-address.ts). */
  clientAddress?: string
  /** Rejected by load shedding: logged in summary, not per request. */
  isShed?: boolean
  /** Route pattern of the page (`/blog/$slug`), for metrics and traces, which must not contain paths. */
  route?: string
  accountCall?: string
  isForCaller?: boolean
}

/** Middleware that also runs in front of Express. */
export type RequestStep = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

type Locals = ServerResponse & { locals: RequestLocals }

export const localsOf = (res: ServerResponse) => (res as Locals).locals

/** Assigns a request id. A client's id is never accepted: it could forge log lines. Express keeps these locals. */
export function identify(res: ServerResponse): string {
  const requestId = randomUUID()
  Object.assign(res, { locals: { requestId, startedAt: performance.now() } satisfies RequestLocals })
  return requestId
}

const languageCookies = [secureLocaleCookie, localeCookie].map((name) => new RegExp(`(?:^|;\\s*)${name}=([^;]*)`))

/** Returns the language of the switcher's cookie, else of Accept-Language. With https, an older plain cookie is the fallback. */
export function readRequestedLocale({ headers }: Pick<IncomingMessage, 'headers'>): Locale | undefined {
  const chosen = languageCookies.map((cookie) => cookie.exec(headers.cookie ?? '')?.[1]).find(isLocale)
  return chosen ?? localeFromAcceptLanguage(headers['accept-language'])
}

/** Whether the visitor switched from Portuguese: only the language switcher links from there to a path without prefix. */
export const choseEnglish = (req: Pick<IncomingMessage, 'headers'>): boolean => localeOfSender(req) === 'pt'

/** Returns the language of the page that links here or makes the call. */
function localeOfSender({ headers: { referer, host } }: Pick<IncomingMessage, 'headers'>): Locale | undefined {
  if (!referer || !URL.canParse(referer)) return undefined
  const from = new URL(referer)
  return from.host === host ? localeFromPath(from.pathname) : undefined
}

export function createContext(
  appContext: AppContext,
  req: Request,
  res: Response,
  locale = readRequestedLocale(req) ?? baseLocale,
): RequestContext {
  const { requestId, clientAddress = 'unknown' } = localsOf(res)
  return {
    ...appContext,
    log: appContext.log.child({ requestId }),
    locale,
    method: req.method,
    clientAddress,
    acceptLanguage: (req.headers['accept-language'] ?? '').slice(0, 200),
    userAgent: (req.headers['user-agent'] ?? 'unknown').slice(0, 400),
    requestId,
    idempotencyKey: req.get('idempotency-key') ?? null,
    credentials: { cookie: req.headers.cookie, authorization: req.headers.authorization },
    isBrowser: req.headers['sec-fetch-site'] !== undefined,
    respondWith: (name, value) => void res.append(name, value),
    viewer: once(() => lookUpViewer(appContext, req, res)),
    apiKey: null,
  }
}

/** For calls from outside the site. Only these may carry an API key: pages ignore it. */
export function createCallContext(appContext: AppContext, req: Request, res: Response): RequestContext {
  const key = readApiKey(req.headers.authorization)
  const context = createContext(appContext, req, res, localeOfSender(req))
  return {
    ...context,
    apiKey: key === undefined ? null : once(() => resolveApiKey(appContext, key, context)),
  }
}

async function lookUpViewer(appContext: AppContext, { headers }: Request, res: Response) {
  const { cookie, authorization, [accountHeader]: pageAccountId } = headers
  const found = await resolveViewer(appContext, { cookie, authorization })
  if (pageAccountId !== undefined && found && pageAccountId !== found.viewer.id) return null
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
