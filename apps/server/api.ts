import { appRouter } from '@duo/features/server'
import { appCodeOf, type World } from '@duo/platform/server/trpc.ts'
import { AppError, errorStatus } from '@duo/platform/shared/errors.ts'
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import type { RequestHandler } from 'express'
import { createContext } from './context.ts'

/** Largest request body, bytes. */
export const bodyLimit = 64 * 1024

/** Most calls one request may carry. */
export const batchLimit = 10

/** Every procedure over HTTP, under /api/trpc. */
export function api(world: World): RequestHandler {
  return createExpressMiddleware({
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
      const waits = errors.flatMap(({ cause }) => (cause instanceof AppError ? (cause.retryAfterSeconds ?? []) : []))
      return waits.length > 0 ? { headers: { 'retry-after': String(Math.max(...waits)) } } : {}
    },
  })
}
