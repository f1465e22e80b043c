import { appRouter } from '@duo/features/server'
import { type AppContext, appCodeOf, type RequestContext } from '@duo/platform/server/trpc.ts'
import { type ErrorCode, errorStatus } from '@duo/platform/shared/errors.ts'
import type { AnyProcedure, TRPCError } from '@trpc/server'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { Overloaded } from '../load-shedding/load-shedding.ts'
import { createContext } from './context.ts'
import { computeRetryAfter } from './error-handler.ts'

/** Largest request body, bytes. */
export const bodyLimit = 64 * 1024

/** Most calls one request may carry. */
export const batchLimit = 10

/** The paths under /api/trpc of procedures that stream: they stay open, so they are bounded by themselves. */
const streamPaths = new Set(
  // a flat record by path when it runs; its type is the tree of routers
  Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).flatMap(([name, { _def }]) =>
    _def.type === 'subscription' ? [`/${name}`] : [],
  ),
)

/** What a call under /api/trpc is bounded as. */
export const kindOfCall = (path: string) => (streamPaths.has(path) ? 'stream' : 'call')

/** A refused call in the shape of the router's own formatter, which is what its clients read. Made once: refusing must cost next to nothing. */
const refusal = JSON.stringify({
  error: {
    message: 'unavailable' satisfies ErrorCode,
    code: TRPC_ERROR_CODES_BY_KEY.SERVICE_UNAVAILABLE,
    data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503, appCode: 'unavailable' satisfies ErrorCode },
  },
})

/** Answers calls for which there is no room; stands right behind the gate, so that they pass nothing else. */
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

/** Every procedure over HTTP, under /api/trpc. */
export function api(world: AppContext): RequestHandler {
  // tRPC tells what a stream was refused with only inside the stream, which it begins with 200
  const refusals = new WeakMap<RequestContext, TRPCError>()
  const call = createExpressMiddleware({
    router: appRouter,
    maxBodySize: bodyLimit,
    maxBatchSize: batchLimit,
    // queries may be posted: what they ask with (a ticket) must not stand in an address
    allowMethodOverride: true,
    createContext: ({ req, res }) => createContext(world, req, res),
    onError: ({ error, path, ctx }) => {
      const code = appCodeOf(error)
      const log = ctx?.log ?? world.log
      if (ctx) refusals.set(ctx, error)
      world.observer?.failure('procedure', code)
      if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure: path }, 'call failed')
      else log.info({ code, procedure: path }, 'call refused')
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
    // JSON lines, which no client of ours reads, come with status 200 whatever was refused
    delete req.headers['trpc-accept']
    if (req.headers.accept?.includes('application/jsonl')) delete req.headers.accept
    inOnePiece(res)
    return call(req, res, next)
  }
}

/**
 * tRPC writes an answer first and ends it then, so that compression cannot know how long it is and would compress every one. Kept back
 * until its end, an answer has a length. What comes bit by bit goes out bit by bit.
 */
function inOnePiece(res: Response) {
  const [write, end] = [res.write.bind(res), res.end.bind(res)]
  const pieces: Buffer[] = []
  const isStream = () => String(res.getHeader('content-type')).startsWith('text/event-stream')
  res.write = (piece: Uint8Array) => (isStream() ? write(piece) : pieces.push(Buffer.from(piece)) > 0)
  res.end = (piece?: unknown) => {
    if (typeof piece === 'string' || piece instanceof Uint8Array) pieces.push(Buffer.from(piece))
    const whole = Buffer.concat(pieces)
    // tRPC leaves the type out of what it refuses before it reads the call: it would say that its JSON is plain text
    if (!res.headersSent && !isStream()) res.setHeader('Content-Type', 'application/json')
    if (!res.headersSent && whole.length > 0) res.setHeader('Content-Length', whole.length)
    return end(whole)
  }
}
