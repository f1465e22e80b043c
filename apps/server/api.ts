import { appRouter } from '@duo/features/server'
import { appCodeOf, type World } from '@duo/platform/server/trpc.ts'
import { errorStatus } from '@duo/platform/shared/errors.ts'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { RequestHandler, Response } from 'express'
import { createContext } from './context.ts'
import { secondsToWait } from './failure.ts'

/** Largest request body, bytes. */
export const bodyLimit = 64 * 1024

/** Most calls one request may carry. */
export const batchLimit = 10

/** Every procedure over HTTP, under /api/trpc. */
export function api(world: World): RequestHandler {
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
      if (errorStatus[code] >= 500) log.error({ err: error.cause ?? error, code, procedure: path }, 'call failed')
      else log.info({ code, procedure: path }, 'call refused')
    },
    responseMeta: ({ errors }) => {
      const wait = secondsToWait(errors)
      return wait === null ? {} : { headers: { 'retry-after': String(wait) } }
    },
  })
  return (req, res, next) => {
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
    if (!res.headersSent && whole.length > 0) res.setHeader('Content-Length', whole.length)
    return end(whole)
  }
}
