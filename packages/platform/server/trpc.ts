import type { Db } from '@duo/db/index.ts'
import { initTRPC, type TRPCError } from '@trpc/server'
import { getHTTPStatusCodeFromError } from '@trpc/server/http'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import { AppError } from '../shared/errors.ts'
import type { Locale } from '../shared/locale.ts'
import type { Scope } from '../shared/scopes.ts'
import { appCodeOf, fieldsOf, toClientError, waitOf } from './errors/trpc-errors.ts'
import type { Logger } from './log.ts'
import type { Observer } from './observer.ts'
import type { Keys } from './security/keys.ts'
import { type Count, consume, type Limit, networkCounts, type RateLimit, runCounted } from './security/rate-limit.ts'

/** What every call can use. A feature declares what it adds in its feature.ts. */
export interface AppContext {
  db: Db
  log: Logger
  rateLimit: RateLimit
  /** Without a trailing slash. */
  publicUrl: string
  secret: Keys
  /** If false, mail stays in the queue, and pages must not claim that one was sent. */
  sendsMail: boolean
  observer?: Observer | undefined
}

export interface Viewer {
  id: string
  email: string
  name: string
  language: Locale
  confirmedAt: Date | null
  createdAt: Date
  /** The role requires a second factor that the account lacks: it may only add one. */
  lacksFactor: boolean
  session: {
    id: string
    createdAt: Date
    expiresAt: Date
    /** Null for browsers, whose scripts must not see the token. */
    bearer: string | null
  }
}

/** A valid API key and the account it acts for. It is not a session and cannot become one. */
export interface ApiKey {
  id: string
  scopes: readonly Scope[]
  user: Omit<Viewer, 'session'>
}

/** The account that a call acts for, signed in or with an API key. */
export interface Caller extends Omit<Viewer, 'session'> {
  access: { kind: 'session'; id: string } | { kind: 'key'; id: string; scopes: readonly Scope[] }
}

export interface ProcedureMeta {
  /** Whether an anonymous call gets 401. */
  needsUser?: true
  /** The scopes that an API key needs, or `any` for public data. Without it, the procedure refuses every key. */
  keys?: readonly Scope[] | 'any'
}

export interface RequestContext extends AppContext {
  locale: Locale
  method: string
  /** As reported by the configured proxies; 'unknown' if absent. */
  clientAddress: string
  userAgent: string
  /** As sent, at most 200 characters: names regions beside languages. Describes the browser and proves nothing. */
  acceptLanguage: string
  requestId: string
  idempotencyKey: string | null
  /** As sent. Only account procedures read them; others ask `viewer`. */
  credentials: { cookie?: string | undefined; authorization?: string | undefined }
  /** Browsers always send `Sec-Fetch-Site`, and scripts cannot remove it. Only other callers get tokens. */
  isBrowser: boolean
  /** Adds to the response, also to that of a batch. */
  respondWith: (name: 'Set-Cookie' | 'set-auth-token', value: string) => void
  /** Looked up once per request, on first use. */
  viewer: () => Promise<Viewer | null>
  /** Null when the request carries no API key. A request with one has no viewer. */
  apiKey: (() => Promise<ApiKey | null>) | null
}

const t = initTRPC
  .context<RequestContext>()
  .meta<ProcedureMeta>()
  .create({
    sse: {
      // proxies close silent connections, and browsers do not detect a dead one
      ping: { enabled: true, intervalMs: 10_000 },
      client: { reconnectAfterInactivityMs: 25_000 },
    },
    errorFormatter: ({ shape, error }) => {
      const appCode = appCodeOf(error)
      const { stack: _stays, ...data } = shape.data
      // what a stream throws has not passed `observeAndTranslate`
      const known = toClientError(error) ?? error
      const status = { code: known.code, httpStatus: getHTTPStatusCodeFromError(known) }
      return {
        message: appCode,
        code: TRPC_ERROR_CODES_BY_KEY[known.code],
        data: { ...data, ...status, appCode, fields: fieldsOf(error), retryAfterSeconds: waitOf(known) },
      }
    },
  })

const codeOf = (result: { ok: true } | { ok: false; error: TRPCError }) => (result.ok ? null : appCodeOf(result.error))

/** Outermost, so that each call of a batch is measured completely. One middleware, because each costs 5 µs per call. */
const observeAndTranslate = t.middleware(async ({ ctx: { observer }, path, next }) => {
  const result = observer ? await observer.procedure(path, () => next(), codeOf) : await next()
  const failure = result.ok ? null : toClientError(result.error)
  if (failure) throw failure
  return result
})

/** Counts a call per network (keyed hash). For procedures that limit only some of their calls. */
export async function consumeRateLimit(context: RequestContext, limit: Limit): Promise<Count[]> {
  const counts = networkCounts(context, limit)
  for (const count of counts) await consume(context, count)
  return counts
}

/** Counts every call per network, also inside a batch, but not those that end with 503. */
export const limitedBy = (limit: Limit) =>
  t.middleware(({ ctx, next }) => {
    const [network, site] = networkCounts(ctx, limit)
    return runCounted(ctx, network, () => (site ? runCounted(ctx, site, next) : next()))
  })

const apiKeyLimit = { name: 'api_key', points: 300, seconds: 60 }

/** Throws 401 for an invalid key, and 403 if the procedure or the key does not allow the call. */
async function requireScope({ apiKey }: Pick<RequestContext, 'apiKey'>, needed: ProcedureMeta['keys']): Promise<ApiKey> {
  if (needed === undefined) throw new AppError('forbidden')
  const key = await apiKey?.()
  if (!key) throw new AppError('unauthorized')
  if (key.user.lacksFactor) throw new AppError('second_factor_needed')
  if (needed !== 'any' && !needed.every((scope) => key.scopes.includes(scope))) throw new AppError('forbidden')
  return key
}

const admitApiKey = t.middleware(async ({ ctx, meta, next }) => {
  if (ctx.apiKey === null) return next()
  const { id: key } = await requireScope(ctx, meta?.keys)
  return runCounted(ctx, { limit: apiKeyLimit, key }, next)
})

export const router = t.router
export const mergeRouters = t.mergeRouters
export const middleware = t.middleware
/** Open to everyone, but not with an API key: add `.meta({ keys: 'any' })` to allow that. */
export const procedure = t.procedure.use(observeAndTranslate).use(admitApiKey)

/** For subscriptions whose input must not end up in logs, as the URLs of GET requests do. */
export const posted = procedure.use(({ ctx, next }) => {
  if (ctx.method !== 'POST') throw new AppError('method_not_allowed')
  return next()
})

/** Throws 401, or 403 `second_factor_needed` while the account lacks a required second factor. */
export async function requireUser(context: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
  const user = await requireUserToEnrol(context)
  if (user.lacksFactor) throw new AppError('second_factor_needed')
  return user
}

async function requireUserToEnrol({ viewer }: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
  const user = await viewer()
  if (!user) throw new AppError('unauthorized')
  return user
}

export const signedIn = procedure
  .meta({ needsUser: true })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, user: await requireUser(ctx) } }))
/** Callable before the account has its required second factor, in order to add one. */
export const signedInToEnrol = procedure
  .meta({ needsUser: true })
  .use(async ({ ctx, next }) => next({ ctx: { ...ctx, user: await requireUserToEnrol(ctx) } }))
/** For a session, or an API key with all these scopes. Without any, for sessions only. `base` runs before the caller is looked up. */
export const signedInOrKey = (scopes: readonly Scope[] = [], base = procedure) =>
  base
    .meta({ needsUser: true, ...(scopes.length > 0 && { keys: scopes }) })
    .use(async ({ ctx, next }) => next({ ctx: { ...ctx, user: await findCaller(ctx) } }))

async function findCaller(context: RequestContext): Promise<Caller> {
  const key = await context.apiKey?.()
  if (key) return { ...key.user, access: { kind: 'key', id: key.id, scopes: key.scopes } }
  const { session, ...user } = await requireUser(context)
  return { ...user, access: { kind: 'session', id: session.id } }
}

export const createCaller = t.createCallerFactory
