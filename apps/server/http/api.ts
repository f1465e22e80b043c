import { appRouter, procedures, publicProcedures } from '@duo/features/server'
import { appCodeOf } from '@duo/platform/server/errors/trpc-errors.ts'
import type { AppContext, RequestContext } from '@duo/platform/server/trpc.ts'
import { type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import type { TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import type { CallCache } from '../pages/calls/call-cache.ts'
import { addressOfGet } from '../pages/calls/posted-query.ts'
import { shallowCalls } from './bodies/json-body.ts'
import { cutWhenStalled } from './bodies/stalled-reader.ts'
import { createCallContext, localsOf } from './context.ts'
import { computeRetryAfter } from './error-handler.ts'

export const bodyLimit = 64 * 1024

export const batchLimit = 10

const streamPaths = new Set(
  Object.entries(procedures).flatMap(([name, { _def }]) => (_def.type === 'subscription' ? [`/${name}`] : [])),
)

export const kindOfCall = (path: string) => (streamPaths.has(path) ? 'stream' : 'call')

/** tRPC's error format, serialized once because rejecting must cost almost nothing. */
const refusal = JSON.stringify({
  error: {
    message: 'unavailable' satisfies ErrorCode,
    code: TRPC_ERROR_CODES_BY_KEY.SERVICE_UNAVAILABLE,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: 'unavailable' satisfies ErrorCode },
  },
})

/** Rejects overload with 503. Mount it directly behind the admission gate, so that nothing else runs for rejected calls. */
export const refuseOverload: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (!(error instanceof Overloaded)) return next(error)
  const headers = {
    'Content-Type': 'application/json',
    'Content-Length': refusal.length,
    'Cache-Control': 'no-store',
    'Retry-After': String(error.retryAfterSeconds),
  }
  res.writeHead(503, headers).end(refusal)
}

export function api(appContext: AppContext, callCache: CallCache): RequestHandler {
  // tRPC starts a stream with 200 and reports errors only inside it
  const refusals = new WeakMap<RequestContext, TRPCError>()
  const call = createExpressMiddleware({
    router: appRouter,
    middleware: shallowCalls(bodyLimit),
    maxBatchSize: batchLimit,
    // queries may use POST, because their input (a ticket) must not appear in URLs
    allowMethodOverride: true,
    createContext: ({ req, res }) => watchCaller(createCallContext(appContext, req, res), res),
    onError: ({ error, path, ctx }) => {
      const code = appCodeOf(error)
      const log = ctx?.log ?? appContext.log
      if (ctx) refusals.set(ctx, error)
      appContext.observer?.failure('procedure', code)
      if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure: path }, 'call failed')
      else log.info({ code, procedure: path }, 'call rejected')
    },
    responseMeta: ({ ctx, type, errors }) => {
      const refusal = type === 'subscription' && ctx ? refusals.get(ctx) : undefined
      const wait = computeRetryAfter(refusal ? [refusal] : errors)
      return {
        ...(refusal && { status: errorStatus[appCodeOf(refusal)] }),
        headers: {
          'cache-control': type === 'subscription' ? 'no-store, no-transform' : 'no-store',
          ...(wait !== null && { 'retry-after': String(wait) }),
        },
      }
    },
  })
  return (req, res, next) => {
    delete req.headers['trpc-accept'] // JSON Lines has status 200 even for errors, and our clients do not use it
    if (req.headers.accept?.includes('application/jsonl')) delete req.headers.accept
    inOnePiece(req, res, callCache)
    return call(req, res, next)
  }
}

/** Records whether the response depends on its caller: such a response is not cached. */
function watchCaller({ viewer, rateLimit, ...context }: RequestContext, res: Response): RequestContext {
  const locals = localsOf(res)
  const noted =
    <Given extends unknown[], T>(run: (...given: Given) => T) =>
    (...given: Given) => {
      locals.isForCaller = true
      return run(...given)
    }
  return { ...context, viewer: noted(viewer), rateLimit: Object.assign(noted(rateLimit), rateLimit) }
}

const publicPaths = new Set(publicProcedures.map((name) => `/${name}`))

/** A POST has a body here if it was read in front of the app: it may be cached then. */
function cacheAddress(req: Request): string | null {
  const { method, headers, path, originalUrl } = req
  const body: unknown = req.body
  if (headers.authorization || !publicPaths.has(path)) return null
  if (method === 'GET') return originalUrl
  return method === 'POST' && typeof body === 'string' ? addressOfGet(originalUrl, body) : null
}

/** Buffers calls to set Content-Length: otherwise the middleware compresses responses of any size. */
function inOnePiece(req: Request, res: Response, callCache: CallCache) {
  const address = cacheAddress(req)
  const store = address === null ? null : callCache.createWriter(address)
  const [write, end] = [res.write.bind(res), res.end.bind(res)]
  const pieces: Buffer[] = []
  const isStream = () => String(res.getHeader('content-type')).startsWith('text/event-stream')
  const checkRoom = cutWhenStalled(res)
  res.write = (piece: Uint8Array) => (isStream() ? checkRoom(write(piece)) : pieces.push(Buffer.from(piece)) > 0)
  res.end = (piece?: unknown) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece))
    const whole = Buffer.concat(pieces)
    if (!res.headersSent && !isStream()) res.setHeader('Content-Type', 'application/json')
    if (!res.headersSent && whole.length > 0) res.setHeader('Content-Length', whole.length)
    if (store && res.statusCode === 200 && localsOf(res).isForCaller !== true) void store(String(whole))
    return end(whole)
  }
}
