import { isConnectionError, isLockError } from '@duo/db/errors.ts'
import type { Db } from '@duo/db/index.ts'
import { initTRPC, TRPCError } from '@trpc/server'
import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc'
import { ZodError } from 'zod'
import { AppError, type ErrorCode } from '../shared/errors.ts'
import type { Locale } from '../shared/locale.ts'
import type { Logger } from './log.ts'
import type { Observer } from './observer.ts'
import type { ModelEndpoint, ReplyStreams, TokenBudget } from './reply-streams.ts'
import { networkOf } from './security/client-address.ts'
import { keyedHash } from './security/keyed-hash.ts'
import type { Keys } from './security/keys.ts'
import type { Passwords } from './security/passwords.ts'
import { type Count, forgive, type Limit, type RateLimit } from './security/rate-limit.ts'

/** What the process offers to every procedure; the same for all requests. */
export interface AppContext {
  db: Db
  log: Logger
  rateLimit: RateLimit
  /** Where the public reaches this app, without a trailing slash. */
  publicUrl: string
  /** Signs sessions, links and tickets, and keys stored hashes. */
  secret: Keys
  /** Whether mails go out now; otherwise they wait in the queue, and pages must not say that one was sent. */
  sendsMail: boolean
  /** Whether follow-up answers are copied to a spreadsheet form; otherwise nothing is queued for it. */
  followUpForm: boolean
  passwords: Passwords
  /** The providers that people may sign in with, besides a password. */
  providers: readonly string[]
  /** Whether an account must confirm its address before it can be used. */
  confirmsEmail: boolean
  /** Where agents' replies are written and followed. */
  replyStreams: ReplyStreams
  /** The models that may answer, the first one first; none where the embedded engine does. */
  models: readonly ModelEndpoint[]
  /** Makes embeddings of notes and questions, so that notes are also found by meaning; null where no model is set for it. */
  embeddings: ModelEndpoint | null
  /** What those models may still cost today. */
  budget: TokenBudget
  /** Metrics and traces; undefined while both are off. */
  observer?: Observer | undefined
}

/** Who makes a request, as their session says. */
export interface Viewer {
  id: string
  email: string
  name: string
  language: Locale
  /** When the address was proven. */
  confirmedAt: Date | null
  createdAt: Date
  /** Whether the account's role demands a second factor and it has none: then it may do nothing but add one. */
  lacksFactor: boolean
  session: {
    id: string
    createdAt: Date
    expiresAt: Date
    /** The token of a caller who came with one; null for browsers, whose scripts must not see it. */
    bearer: string | null
  }
}

/** The world plus what this one request is. Nothing in it comes from the request's body. */
export interface RequestContext extends AppContext {
  locale: Locale
  /** Address of the caller as the configured proxies report it; 'unknown' where there is none. */
  clientAddress: string
  userAgent: string
  requestId: string
  /** What the caller sent as `Idempotency-Key`, unread; null without one. */
  idempotencyKey: string | null
  /** Who is signed in, looked up once a request and only when somebody asks. */
  viewer: () => Promise<Viewer | null>
}

const trpcCodes: Record<ErrorCode, TRPC_ERROR_CODE_KEY> = {
  bad_input: 'BAD_REQUEST',
  unauthorized: 'UNAUTHORIZED',
  forbidden: 'FORBIDDEN',
  second_factor_needed: 'FORBIDDEN',
  not_found: 'NOT_FOUND',
  method_not_allowed: 'METHOD_NOT_SUPPORTED',
  conflict: 'CONFLICT',
  too_large: 'PAYLOAD_TOO_LARGE',
  unsupported_media: 'UNSUPPORTED_MEDIA_TYPE',
  too_many_requests: 'TOO_MANY_REQUESTS',
  internal: 'INTERNAL_SERVER_ERROR',
  unavailable: 'SERVICE_UNAVAILABLE',
}

/** Our code for whatever went wrong; anything unknown is `internal` and its message never leaves the process. */
export function appCodeOf(error: TRPCError): ErrorCode {
  if (error.cause instanceof AppError) return error.cause.code
  if (error.code === 'PARSE_ERROR') return 'bad_input'
  const known = Object.entries(trpcCodes).find(([, code]) => code === error.code)
  return (known?.[0] as ErrorCode | undefined) ?? 'internal'
}

const t = initTRPC.context<RequestContext>().create({
  sse: {
    // proxies end connections that are silent, and browsers do not notice one that is dead
    ping: { enabled: true, intervalMs: 10_000 },
    client: { reconnectAfterInactivityMs: 25_000 },
  },
  errorFormatter: ({ shape, error }) => {
    const appCode = appCodeOf(error)
    const { stack: _stays, ...data } = shape.data
    return {
      ...shape,
      message: appCode,
      data: { ...data, appCode, fields: fieldsOf(error), retryAfterSeconds: waitOf(error) },
    }
  },
})

/** Whole seconds after which the call may succeed; undefined where nothing says so. */
const waitOf = ({ cause }: TRPCError) => (cause instanceof AppError ? cause.retryAfterSeconds : undefined)

/** `{ email: 'invalid_email' }`: the first fault of each field, as the code its schema gives; undefined for other failures. */
export function fieldsOf({ cause }: TRPCError): Record<string, string> | undefined {
  if (!(cause instanceof ZodError)) return undefined
  const codeOf = (message: string) => (/^[a-z_]+$/.test(message) ? message : 'invalid')
  return Object.fromEntries(cause.issues.toReversed().map((issue) => [issue.path.join('.'), codeOf(issue.message)]))
}

/** The failure as callers get it; null where it is that already. */
function toClientError({ cause }: TRPCError): TRPCError | null {
  if (cause instanceof AppError) return new TRPCError({ code: trpcCodes[cause.code], cause })
  if (!isConnectionError(cause) && !isLockError(cause)) return null
  return new TRPCError({ code: 'SERVICE_UNAVAILABLE', cause: new AppError('unavailable', { cause, retryAfterSeconds: 5 }) })
}

const codeOf = (result: { ok: true } | { ok: false; error: TRPCError }) =>
  result.ok ? null : appCodeOf(toClientError(result.error) ?? result.error)

/**
 * Outermost: every call is measured with all that it waits for, each call of a batch by itself. One middleware for both, because each
 * costs every call 5 µs.
 */
const observeAndTranslate = t.middleware(async ({ ctx: { observer }, path, next }) => {
  const result = observer ? await observer.procedure(path, () => next(), codeOf) : await next()
  const failure = result.ok ? null : toClientError(result.error)
  if (failure) throw failure
  return result
})

/**
 * Counts a call against the caller's address block, of which a keyed hash is stored; for procedures that limit only some of their calls.
 */
export async function consumeRateLimit({ rateLimit, clientAddress, secret }: RequestContext, limit: Limit): Promise<Count> {
  const key = keyedHash(secret, 'rate limit', networkOf(clientAddress))
  const retryAfterSeconds = await rateLimit(limit, key)
  if (retryAfterSeconds !== null) throw new AppError('too_many_requests', { retryAfterSeconds })
  return { limit, key }
}

/** Counts every call of the procedure, also inside a batch, against the caller's address block; not those that are answered with 503. */
export const limitedBy = (limit: Limit) =>
  t.middleware(async ({ ctx, next }) => {
    const count = await consumeRateLimit(ctx, limit)
    const result = await next()
    if (!result.ok) await forgive(ctx, [count], result.error.cause)
    return result
  })

export const router = t.router
export const procedure = t.procedure.use(observeAndTranslate)

/** Returns who is signed in. Throws 401, and 403 `second_factor_needed` where the account has to add a second factor first. */
export async function requireUser(context: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
  const user = await requireUserToEnrol(context)
  if (user.lacksFactor) throw new AppError('second_factor_needed')
  return user
}

/** Returns who is signed in, also where their account has to add a second factor first. Throws 401. */
async function requireUserToEnrol({ viewer }: Pick<RequestContext, 'viewer'>): Promise<Viewer> {
  const user = await viewer()
  if (!user) throw new AppError('unauthorized')
  return user
}

/** A procedure for people who are signed in, who are `ctx.user`; everybody else gets 401. */
export const signedIn = procedure.use(async ({ ctx, next }) => next({ ctx: { ...ctx, user: await requireUser(ctx) } }))
/** A procedure that an account may call before it has the second factor that its role demands: it leads there. */
export const signedInToEnrol = procedure.use(async ({ ctx, next }) =>
  next({ ctx: { ...ctx, user: await requireUserToEnrol(ctx) } }),
)
export const createCaller = t.createCallerFactory
