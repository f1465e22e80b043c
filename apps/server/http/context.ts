import { randomBytes, randomUUID } from 'node:crypto'
import { resolveViewer } from '@duo/features/server'
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

/** What a request is known by; set once, by `identify`. */
export interface RequestLocals {
  requestId: string
  /** Allows this response's own scripts, and no others, to run. */
  nonce: string
  /** When the request came, by `performance.now()`. */
  startedAt: number
  /** Refused because too many are under way: said once for many, not in a log line each. */
  isShed?: boolean
  /** The route of the page that was sent, as the router names it (`/blog/$slug`): for metrics and traces, which must not see paths. */
  route?: string
  /** The call about accounts that this is, by its name in our table. */
  accountCall?: string
}

export const localsOf = (res: Response) => res.locals as RequestLocals

/** Gives the request an id of ours (never the client's, which could forge log lines). */
export function identify(res: Response): string {
  const requestId = randomUUID()
  Object.assign(res.locals, {
    requestId,
    // a UUID has 122 random bits; CSP asks for 128
    nonce: randomBytes(16).toString('hex'),
    startedAt: performance.now(),
  } satisfies RequestLocals)
  res.setHeader('X-Request-Id', requestId)
  return requestId
}

/**
 * The language somebody asked for: by the switcher's cookie, else by the browser; undefined when neither says anything. Browsers keep the
 * plain cookie for a year, so it is read where the one for https is missing.
 */
export function readRequestedLocale(req: Request): Locale | undefined {
  const named = (name: string) => new RegExp(`(?:^|;\\s*)${name}=([^;]*)`).exec(req.headers.cookie ?? '')?.[1]
  const chosen = [named(secureLocaleCookie), named(localeCookie)].find(isLocale)
  return chosen ?? localeFromAcceptLanguage(req.headers['accept-language'])
}

/**
 * Whether somebody on a Portuguese page of ours followed a link to a plain address: only the language switcher's links lead there
 * (those inside articles are put into the page's language), so that is a choice of English, also where no script can write it down.
 */
export function choseEnglish(req: Request): boolean {
  const { referer, host } = req.headers
  if (!referer || !URL.canParse(referer)) return false
  const from = new URL(referer)
  return from.host === host && localeInPath(from.pathname) === 'pt'
}

/** The context of one request's procedures. */
export function createContext(
  world: AppContext,
  req: Request,
  res: Response,
  locale = readRequestedLocale(req) ?? baseLocale,
): RequestContext {
  const { requestId } = localsOf(res)
  return {
    ...world,
    log: world.log.child({ requestId }),
    locale,
    clientAddress: req.ip ?? 'unknown',
    userAgent: (req.headers['user-agent'] ?? 'unknown').slice(0, 400),
    requestId,
    idempotencyKey: req.get('idempotency-key') ?? null,
    viewer: once(() => lookUpViewer(world, req, res)),
  }
}

/** The session's person; a session that was prolonged by it gets its cookie anew. */
async function lookUpViewer(world: AppContext, { headers: { cookie, authorization } }: Request, res: Response) {
  const found = await resolveViewer(world, { cookie, authorization })
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
